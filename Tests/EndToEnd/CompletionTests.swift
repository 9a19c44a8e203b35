import Foundation
import ProgramSupport
import Testing

/// The installed completion scripts in real shells.
@Suite("The completions", .serialized, .needsTerminal, .endsInTime)
struct CompletionTests {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var path: String { "/usr/bin/\(rawValue)" }

    /// Starts an interactive shell without the user's settings.
    func script(_ folder: TemporaryFolder) -> String {
      switch self {
      case .bash:
        """
        echo "PS1='ready \\$ '; . '\(folder.path(of: "script.bash"))'" >rc
        exec bash --rcfile rc -i
        """
      case .zsh:
        """
        mkdir functions; cp script.zsh functions/_tern
        cat >.zshrc <<'END'
        fpath=("$HOME/functions" $fpath); autoload -U compinit; compinit -u -D; PS1='ready $ '
        END
        ZDOTDIR=$HOME exec zsh -i
        """
      case .fish:
        "exec fish --no-config -i -C 'source script.fish; function fish_prompt; echo -n \"ready \\$ \"; end'"
      }
    }
  }

  /// A name with shell metacharacters.
  private static let hostile = "my $(touch pwned) `touch pwned` posts"

  static var shells: [Shell] { Shell.allCases.filter { FileManager.default.isExecutableFile(atPath: $0.path) } }

  private func folder(
    _ shell: Shell, importing file: String? = nil, as name: String? = nil
  ) async throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let script = try await Tern.run(
      repository.appending(path: "Scripts/completions").path, [Tern.path, shell.rawValue],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(script.status == .exited(0), "\(script.errors)")
    try folder.write(script.output, to: "script.\(shell)")
    try folder.makeFolder("bin")
    try FileManager.default.createSymbolicLink(atPath: folder.path(of: "bin/tern"), withDestinationPath: Tern.path)
    if let file {
      try folder.write(#"{"id": "1", "text": "Kept."}"#, to: file)
      let outcome = try await Tern.run(
        ["import", folder.path(of: file)] + (name.map { ["--as", $0] } ?? []),
        environment: ["HOME": folder.path, "LANG": "C.UTF-8"])
      #expect(outcome.status == .exited(0), "\(outcome.errors)")
    }
    return folder
  }

  private func open(_ shell: Shell, _ folder: TemporaryFolder, body: (Terminal) async throws -> Void) async throws {
    try await Terminal.open(
      [], size: (160, 24), environment: ["PATH": folder.path(of: "bin") + ":/usr/bin:/bin"],
      script: shell.script(folder), folder: folder
    ) { terminal in
      try await terminal.see("ready")
      try await body(terminal)
    }
  }

  /// Types and completes a word, then clears the line.
  private func complete(_ typed: String, to completed: String, in terminal: Terminal) async throws {
    try await terminal.type(typed)
    try await terminal.press("Tab")
    try await terminal.see(completed)
    try await terminal.press("C-e", "C-u")
    try await terminal.see("an empty line") { !$0.contains(completed) }
  }

  @Test("complete commands, options and handles, with and without @", arguments: shells)
  func handles(shell: Shell) async throws {
    let folder = try await folder(shell)
    try folder.write("[]", to: "read.json")
    try await open(shell, folder) { terminal in
      for (typed, completed) in [
        ("tern acc", "tern accounts"), ("tern list --acc", "tern list --account"),
        ("tern list --account gat", "--account gatsby@demo"), ("tern list --account @gat", "--account @gatsby@demo"),
        ("tern list --account @gatsby@d", "--account @gatsby@demo"),
        // Without a command, open is the default; help completes commands.
        ("tern --offl", "tern --offline"), ("tern --account gat", "--account gatsby@demo"),
        ("tern --account=gat", "--account=gatsby@demo"), ("tern list --account=@gatsby@d", "--account=@gatsby@demo"),
        ("tern help lis", "tern help list"), ("tern help config ch", "tern help config check"),
        // Files are completed where a command or an account could be.
        ("tern ./re", "tern ./read.json"), ("tern list --offline ./re", "--offline ./read.json"),
        ("tern stats ./re", "tern stats ./read.json"), ("tern ./read.json --offl", "./read.json --offline"),
      ] {
        try await complete(typed, to: completed, in: terminal)
      }
    }
  }

  @Test("complete names of accounts with spaces", arguments: shells)
  func names(shell: Shell) async throws {
    let folder = try await folder(shell, importing: "posts.jsonl", as: "Work life")
    try await open(shell, folder) { terminal in
      for command in ["list --account", "stats", "export"] {
        try await terminal.type("tern \(command) Wo")
        try await terminal.press("Tab")
        try await terminal.see("the whole name") { $0.contains("Work\\ life") || $0.contains("'Work life'") }
        try await terminal.press("C-e", "C-u")
        try await terminal.see("an empty line") { !$0.contains("Work") }
      }
    }
  }

  @Test("complete no files where none is valid, and only demo accounts in the demo", arguments: shells)
  func nothing(shell: Shell) async throws {
    let folder = try await folder(shell, importing: "gatherer.jsonl", as: "gather")
    try await open(shell, folder) { terminal in
      for (typed, completed) in [
        ("tern login gathe", "tern login gathe"), ("tern help gathe", "tern help gathe"),
        ("tern stats --format gathe", "--format gathe"), ("tern list --limit gathe", "--limit gathe"),
        ("tern demo --account gat", "--account gatsby@demo"),
      ] {
        try await terminal.type(typed)
        try await terminal.press("Tab")
        try await terminal.type("X")
        try await terminal.see("nothing more") { $0.contains(completed + "X") || $0.contains(completed + " X") }
        try await terminal.press("C-e", "C-u")
        try await terminal.see("an empty line") { !$0.contains(completed) }
      }
    }
  }

  @Test("work in bash with other word breaks", .enabled(if: shells.contains(.bash)))
  func wordBreaks() async throws {
    let folder = try await folder(.bash)
    try await open(.bash, folder) { terminal in
      try await terminal.type("COMP_WORDBREAKS=${COMP_WORDBREAKS//=/}; clear")
      try await terminal.press("Enter")
      for (typed, completed) in [
        ("tern list --account=gats", " --account=gatsby@demo"),
        ("tern list --account=@gats", " --account=@gatsby@demo"),
      ] {
        try await complete(typed, to: completed, in: terminal)
      }
    }
  }

  @Test("change no options in bash", .enabled(if: shells.contains(.bash)))
  func trace() async throws {
    let folder = try await folder(.bash)
    try await open(.bash, folder) { terminal in
      try await terminal.type("tern list --acc")
      try await terminal.press("Tab")
      try await terminal.see("tern list --account")
      try await terminal.press("C-e", "C-u")
      try folder.write("shopt -s globstar; set -o nounset\n", to: "options")
      try await terminal.type(". ./options; (shopt globstar; trap -p RETURN; echo $-) >out; mv out seen")
      try await terminal.press("Enter")
      #expect(try await becomesTrue { folder.exists("seen") })
      let lines = try folder.text(of: "seen").split(separator: "\n")
      #expect(lines.first?.hasSuffix("on") == true && lines.count == 2 && lines.last?.contains("u") == true, "\(lines)")
    }
  }

  @Test("quote names with special characters and execute nothing", arguments: shells)
  func hostile(shell: Shell) async throws {
    let folder = try await folder(shell, importing: Self.hostile)
    try await open(shell, folder) { terminal in
      for start in ["my", "'my"] {
        try await terminal.type("tern export \(start)")
        try await terminal.press("Tab")
        try await terminal.see("the whole name") { $0.contains("posts") && $0.contains("touch") }
        try await terminal.type(" --format text | tee out; mv out seen")
        try await terminal.press("Enter")
        #expect(try await becomesTrue { folder.exists("seen") })
        #expect(try folder.text(of: "seen").contains("Kept."))
        try FileManager.default.removeItem(atPath: folder.path(of: "seen"))
        try await terminal.press("C-l")
      }
      #expect(!folder.exists("pwned"))
      try await terminal.type("tern list --timeline Po")
      try await terminal.press("Tab")
      try await terminal.see("--timeline Posts")
    }
  }
}
