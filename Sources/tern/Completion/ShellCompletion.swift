import ArgumentParser
import Domain
import Runtime
import TerminalKit

/// What a shell may complete an account or a timeline to. It reads what is kept and never asks a server; where that cannot
/// be read, there is nothing to complete.
enum ShellCompletion {
  static let accounts = handles(of: nil)
  static let importedAccounts = handles(of: [.store])
  static let keptAccounts = handles(of: [.store, .mastodon])
  static let serverAccounts = handles(of: [.mastodon])
  static let timelines = CompletionKind.custom { words, _, _ in
    let words = CommandWords(words)
    return shown(MainActor.assumeIsolated { (try? titles(words)) ?? [] })
  }

  private static func handles(of kinds: Set<AccountID.Kind>?) -> CompletionKind {
    .custom { words, index, _ in
      let typed = words.indices.contains(index) ? CommandWords.valueTyped(in: words[index]) : ""
      let words = CommandWords(words)
      let found = MainActor.assumeIsolated { (try? labels(words, kinds)) ?? [] }
      // Who does not begin with @ need not: it is in the way of some shells.
      return shown(found.map { typed.hasPrefix("@") || !$0.hasPrefix("@") ? $0 : String($0.dropFirst()) })
    }
  }

  @MainActor
  private static func labels(_ words: CommandWords, _ kinds: Set<AccountID.Kind>?) throws -> [String] {
    try accounts(in: sources(words)).filter { kinds?.contains($0.id.kind) ?? true }.flatMap { account in
      (account.givenName.map { [$0.text] } ?? []) + [account.label]
    }
  }

  /// Of the account that is named, else of the one that would be opened.
  @MainActor
  private static func titles(_ words: CommandWords) throws -> [String] {
    let sources = try sources(words)
    let known = try accounts(in: sources)
    let last = try MainLoop.wait { [session = sources.session] () async throws(TimelineError) in
      await session.load().lastAccount
    }
    let account: Account?
    if let name = words.value(of: "--account") {
      account = known.account(called: name)
    } else {
      account = known.first { $0.id == last } ?? known.first
    }
    // What the demo plays takes its time.
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
      Configuration(options, isDemo: words.isDemo, settings: try ProgramSettings(options.settings)), contact: .never,
      clock: SystemClock())
  }

  private static func shown(_ names: [String]) -> [String] {
    // No word of a command line has more than one line, or drives the terminal.
    let harmless = names.filter { TextLayout.sanitized($0) == $0 && !$0.contains(where: \.isNewline) }
    return harmless.map { form(of: $0, for: CompletionShell.requesting) }
  }

  /// A name as the scripts of a shell take it.
  static func form(of name: String, for shell: CompletionShell?) -> String {
    switch shell {
    // `compgen -W` expands what it is given, commands too.
    case .bash?: "'" + name.replacing("'", with: #"'\''"#) + "'"
    // What stands behind a colon is a description.
    case .zsh?: name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    default: name
    }
  }
}
