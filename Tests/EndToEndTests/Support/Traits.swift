import PseudoTerminals
import Testing

extension Trait where Self == ConditionTrait {
  /// For what runs the program in a terminal. Where there are none, `PseudoTerminalTests` says so, once.
  static var needsTerminal: Self { .enabled(if: PseudoTerminal.areThere) }
}

extension Trait where Self == ConditionTrait {
  /// For what signs in to a server that others have written. Where there is none, `MastodonMockTests` says so, once.
  static var needsServer: Self { .enabled(if: MastodonMock.isInstalled) }
}

extension Trait where Self == TimeLimitTrait {
  /// For what waits for another program. It is for a program that hangs: nothing that passes takes so long, among all
  /// other tests on a machine at work, too.
  static var endsInTime: Self { .timeLimit(.minutes(Soak.isOn ? 60 : 10)) }
}

@Suite struct PseudoTerminalTests {
  @Test func `There are pseudo-terminals`() {
    #expect(
      PseudoTerminal.areThere,
      "No terminal can be had from /dev/ptmx: all tests that run the program in one are left out")
  }
}
