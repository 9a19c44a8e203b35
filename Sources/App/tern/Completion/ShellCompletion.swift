import ArgumentParser
import Domain
import Runtime
import TerminalKit

/// Shell completion of accounts and timelines. Reads stored data only and contacts no server. Completes nothing if that
/// data cannot be read.
enum ShellCompletion {
  static let accounts = handles(of: nil)
  static let importedAccounts = handles(of: [.store])
  static let storedAccounts = handles(of: [.store, .mastodon])
  static let serverAccounts = handles(of: [.mastodon])
  static let timelines = CompletionKind.custom { words, _, _ in
    let words = CommandWords(words)
    return displayed(MainActor.assumeIsolated { (try? titles(words)) ?? [] })
  }

  private static func handles(of kinds: Set<AccountID.Kind>?) -> CompletionKind {
    .custom { words, index, _ in
      let typed = words.indices.contains(index) ? CommandWords.valueTyped(in: words[index]) : ""
      let words = CommandWords(words)
      let found = MainActor.assumeIsolated { (try? labels(words, kinds)) ?? [] }
      // Omit the @ unless the user has typed it, because some shells treat it specially.
      return displayed(found.map { typed.hasPrefix("@") || !$0.hasPrefix("@") ? $0 : String($0.dropFirst()) })
    }
  }

  @MainActor
  private static func labels(_ words: CommandWords, _ kinds: Set<AccountID.Kind>?) throws -> [String] {
    try accounts(in: sources(words)).filter { kinds?.contains($0.id.kind) ?? true }.flatMap { account in
      (account.givenName.map { [$0.text] } ?? []) + [account.label]
    }
  }

  /// The titles of timelines and search tabs of the account in `--account`, otherwise of the account that would open.
  @MainActor
  private static func titles(_ words: CommandWords) throws -> [String] {
    let sources = try sources(words)
    let known = try accounts(in: sources)
    let last = try MainLoop.wait { [session = sources.session] () async throws(TimelineError) in
      await session.load().lastAccount
    }
    let account: Account?
    if let name = words.value(of: "--account") {
      account = known.account(named: name)
    } else {
      account = known.first { $0.id == last } ?? known.first
    }
    // Nothing for demo accounts, as the demo simulates slow servers.
    guard let account, account.id.kind != .demo, let timelines = sources.accounts.source(of: account.id)?.timelines
    else { return [] }
    let overview = try MainLoop.wait { () async throws(TimelineError) in try await timelines.overview(.cached) }
    return (overview.timelines + (try sources.savedSearches(in: account))).map(\.title)
  }

  @MainActor
  private static func accounts(in sources: AppEnvironment) throws -> [Account] {
    try MainLoop.wait { () async throws(TimelineError) in try await sources.accounts.accounts() }
  }

  @MainActor
  private static func sources(_ words: CommandWords) throws -> AppEnvironment {
    var arguments = ["--offline"] + (words.has("--no-demo") ? ["--no-demo"] : [])
    for option in ["--data-directory", "--state-directory", "--config"] {
      if let value = words.value(of: option) { arguments.append("\(option)=\(value)") }
    }
    let options = try SharedOptions.parse(arguments)
    return try AppEnvironment(
      Configuration(options, isDemo: words.isDemo, settings: try ProgramSettings(options.settings)), policy: .never,
      clock: SystemClock())
  }

  private static func displayed(_ names: [String]) -> [String] {
    // Omit names with line breaks or control characters.
    let harmless = names.filter { TextLayout.sanitized($0) == $0 && !$0.contains(where: \.isNewline) }
    return harmless.map { form(of: $0, for: CompletionShell.requesting) }
  }

  /// The name, escaped for the completion script of a shell.
  static func form(of name: String, for shell: CompletionShell?) -> String {
    switch shell {
    // `compgen -W` expands its argument, including command substitutions.
    case .bash?: "'" + name.replacing("'", with: #"'\''"#) + "'"
    // The text after a colon would be a description.
    case .zsh?: name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    default: name
    }
  }
}
