package machine

// Uncounted stands for a count that the system does not give.
const Uncounted = -1
