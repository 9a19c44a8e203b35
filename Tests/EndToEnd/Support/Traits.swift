import PseudoTerminals
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that run the program in a terminal. Without pseudoterminals, `PseudoTerminalTests` fails once.
  static var needsTerminal: Self { .enabled(if: PseudoTerminal.areAvailable) }
}

extension Trait where Self == ConditionTrait {
  /// For tests that use mastodon_mock. If it is not installed, `MastodonMockTests` fails once.
  static var needsServer: Self { .enabled(if: MastodonMock.isInstalled) }
}

extension Trait where Self == TimeLimitTrait {
  /// For tests that wait for another program. The limit is for programs that hang; no passing test takes that long,
  /// even on a busy machine.
  static var endsInTime: Self { .timeLimit(.minutes(Soak.isOn ? 60 : 10)) }
}

@Suite struct PseudoTerminalTests {
  @Test func `Pseudoterminals are available`() {
    #expect(
      PseudoTerminal.areAvailable,
      "/dev/ptmx provides no terminal: all tests that run the program in one are skipped")
  }
}
