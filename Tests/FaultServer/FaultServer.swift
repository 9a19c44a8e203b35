/// A server on this machine that fails in every way there is.
public final class FaultServer: Sendable {}
