/** The gates of an agent's endpoints: all lanes to one endpoint share its gate. */
export const messageGate = (agentId: string) => `message:${agentId}`
export const serviceGate = (serviceId: string) => `human:${serviceId}`
