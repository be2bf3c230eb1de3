@rem Windows has no exec, by which the scripts of package.json let a signal reach the service and not only a shell.
@%*
