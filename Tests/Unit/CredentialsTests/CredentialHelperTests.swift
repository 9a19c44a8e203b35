import Domain
import FolderSupport
import Foundation
import Glibc
import Runtime
import SystemFiles
import TestSupport
import Testing

@testable import Credentials

/// Uses small scripts as credential helpers.
@Suite struct CredentialHelperTests {
  private static let ada = AccountID.mastodon("ada@timeline.example:8443")
  private let folder = TemporaryFolder()
  private let clock = VirtualClock(now: .noon)

  private func helper(_ command: String, _ environment: [String: String] = [:]) -> CredentialHelper {
    let own = ["PATH": "/usr/bin:/bin", "HOME": folder.path].merging(environment) { _, new in new }
    return CredentialHelper(
      command, registrations: CredentialFile(directory: folder.path), environment: own, clock: clock)
  }

  /// - Returns: the command that runs it with a shell. If it were executed directly, a process of another test that has
  ///   just forked could still have it open for writing, and the kernel would refuse it.
  private func script(_ lines: String, named name: String = "helper") throws -> String {
    try folder.write(lines + "\n", to: name)
    return "/bin/sh '\(folder.path(of: name))'"
  }

  /// Stores its input as it is, in files of the folder.
  private func storingHelper() throws -> String {
    try script(
      """
      cd '\(folder.path)'
      case $1 in
      get) cat > asked; test -f kept && sed -n '/^password=/p' kept ;;
      store) cat > kept ;;
      erase) cat > asked; rm -f kept ;;
      esac
      exit 0
      """)
  }

  private func failure(_ body: () async throws -> Void) async -> CredentialError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? CredentialError
    }
  }

  @Test func `A token is stored, read and erased in git's protocol`() async throws {
    let helper = helper(try storingHelper())
    #expect(try await helper.token(of: Self.ada) == nil)
    try await helper.store(Secret("opens it=äé"), of: Self.ada)
    let who = "protocol=https\nhost=timeline.example:8443\nusername=ada\n"
    #expect(try folder.text(of: "kept") == who + "password=opens it=äé\n\n")
    #expect(try await helper.token(of: Self.ada) == Secret("opens it=äé"))
    #expect(try folder.text(of: "asked") == who + "\n")
    try await helper.removeToken(of: Self.ada)
    #expect(try await helper.token(of: Self.ada) == nil)
    #expect(!folder.exists("kept"))
  }

  @Test func `git's own helper works`() async throws {
    guard access("/usr/bin/git", X_OK) == 0 else { return }
    let helper = helper("git credential-store --file '\(folder.path(of: "a store"))'")
    try await helper.store(Secret("to/ken+:@%"), of: Self.ada)
    try await helper.store(Secret("other"), of: .mastodon("bob@timeline.example"))
    #expect(try await helper.token(of: Self.ada) == Secret("to/ken+:@%"))
    try await helper.store(Secret("newer"), of: Self.ada)
    #expect(try await helper.token(of: Self.ada) == Secret("newer"))
    try await helper.removeToken(of: Self.ada)
    #expect(try await helper.token(of: Self.ada) == nil)
    #expect(try await helper.token(of: .mastodon("bob@timeline.example")) == Secret("other"))
  }

  @Test func `Registrations stay in the file`() async throws {
    let helper = helper("/nonexistent")
    let registration = ClientRegistration(id: "1", secret: Secret("s"), redirects: [], scopes: "read")
    try await helper.store(registration, at: "timeline.example")
    #expect(try await helper.registration(at: "timeline.example") == registration)
    #expect(folder.exists("credentials.json"))
    try await helper.removeRegistration(at: "timeline.example")
    #expect(try await helper.registration(at: "timeline.example") == nil)
  }

  @Test func `The token is in no argument or variable, and the command has no terminal`() async throws {
    let path = try script(
      """
      cat > /dev/null
      { echo "$@"; env; test -t 0 || test -t 1 || test -t 2 || echo no terminal; (: < /dev/tty) 2>&1; } > '\(folder.path)/seen'
      """)
    _ = await failure { try await helper(path, ["GPG_TTY": "/dev/pts/9"]).store(Secret("opens-it"), of: Self.ada) }
    let seen = try folder.text(of: "seen")
    #expect(seen.hasPrefix("get\n"))
    #expect(!seen.contains("opens-it") && !seen.contains("GPG_TTY"))
    #expect(seen.contains("no terminal") && seen.contains("/dev/tty"))
  }

  @Test func `A shell runs only a command after an exclamation mark`() async throws {
    let shell = helper("!cd '\(folder.path)' && cat > asked && echo password=of-shell-$1 #")
    #expect(try await shell.token(of: Self.ada)?.revealed == "of-shell-get")
    let function = helper("!f() { cat > /dev/null; echo \"password=for $1\"; }; f")
    #expect(try await function.token(of: Self.ada)?.revealed == "for get")
    _ = await failure { _ = try await helper("echo password=x;touch \(folder.path)/made").token(of: Self.ada) }
    #expect(!folder.exists("made"))
  }

  @Test(arguments: [
    ("helper", ["helper", "get"]), ("  a  b ", ["a", "b", "get"]),
    ("a 'b c' \"d 'e\" f''g", ["a", "b c", "d 'e", "fg", "get"]),
    ("~/bin/h --x ~/y", ["/home/a/bin/h", "--x", "~/y", "get"]), ("'' x", ["", "x", "get"]),
    ("!a | b", ["/bin/sh", "-c", "a | b \"$@\"", "a | b", "get"]),
  ]) func `White space separates words, and quotation marks group them`(text: String, words: [String]) {
    #expect(HelperCommand(text, home: "/home/a").arguments(for: "get") == words)
  }

  @Test(arguments: ["a 'b", "\"", "", "  "]) func `An invalid command has no arguments`(text: String) {
    #expect(HelperCommand(text, home: nil).arguments(for: "get") == nil)
  }

  @Test func `A command that stores nothing is detected`() async throws {
    let path = try script("cat > /dev/null")
    let error = await failure { try await helper(path).store(Secret("t"), of: Self.ada) }
    #expect(error == CredentialError(location: "/bin/sh", reason: "it did not store the token"))
  }

  @Test func `The error has the command's message without secrets and control characters`() async throws {
    let path = try script("cat >&2; printf 'no key\\033[2J for %s\\n\\n' \"$1\" >&2; exit 3")
    let error = await failure { _ = try await helper(path).token(of: Self.ada) }
    #expect(error?.reason.hasPrefix("no key") == true && error?.reason.hasSuffix("for get") == true)
    #expect(error?.reason.contains("\u{1B}") == false)
    let echo = try script("cat >&2; exit 1", named: "echo-input")
    let stored = await failure { try await helper(echo + " --key mine").store(Secret("opens-it"), of: Self.ada) }
    #expect(stored == CredentialError(location: "/bin/sh", reason: "password=(secret)"))
  }

  @Test func `A successful command with a message but no token has none`() async throws {
    let path = try script("cat > /dev/null; echo 'note: nothing there' >&2")
    #expect(try await helper(path).token(of: Self.ada) == nil)
    let silent = try script("cat > /dev/null; exit 7", named: "silent")
    let error = await failure { _ = try await helper(silent).token(of: Self.ada) }
    #expect(error?.reason == "it exited with status 7 without a token")
  }

  @Test func `A missing program is an error`() async throws {
    let error = await failure { _ = try await helper("no-such-helper-at-all --password x").token(of: Self.ada) }
    #expect(error == CredentialError(location: "no-such-helper-at-all", reason: "no such program"))
    let unclosed = await failure { _ = try await helper("helper 'a").token(of: Self.ada) }
    #expect(unclosed?.reason == "missing quotation mark in the setting “credential-helper”")
  }

  @Test func `Names and tokens with control characters are rejected`() async throws {
    let helper = helper(try storingHelper())
    let names = ["ada\nhost=evil.example@timeline.example", "ada@timeline.example\0x", "ada\u{1B}[2J@timeline.example"]
    // Names from a server have placeholders.
    for account in names + names.map(\.escapingControls) {
      let error = await failure { _ = try await helper.token(of: .mastodon(account)) }
      #expect(error?.reason == "names and tokens with control characters are not supported")
    }
    #expect(await failure { try await helper.store(Secret("a\nb"), of: Self.ada) } != nil)
    #expect(!folder.exists("asked") && !folder.exists("kept"))
  }

  @Test func `A command without a response is killed after ten seconds, with its children`() async throws {
    let path = try script("echo $$ > '\(folder.path)/number'; sleep 600 & sleep 600")
    async let error = failure { _ = try await helper(path).token(of: Self.ada) }
    #expect(await clock.waitForSleepers(1))
    let deadline = Date(timeIntervalSinceNow: 20)
    while (try? folder.text(of: "number"))?.hasSuffix("\n") != true, Date() < deadline { usleep(5_000) }
    let group = try #require(pid_t(try folder.text(of: "number").dropLast()))
    clock.advance(to: clock.now.addingTimeInterval(9.9))
    #expect(kill(-group, 0) == 0)
    clock.advance(to: clock.now.addingTimeInterval(0.2))
    #expect(await error?.reason == "no response in 10 s; it has no terminal for prompts")
    while kill(-group, 0) == 0, Date() < deadline { usleep(5_000) }
    #expect(kill(-group, 0) != 0)
  }

  @Test func `Cancelling the request kills the command`() async throws {
    let path = try script("sleep 600")
    let helper = helper(path)
    let request = Task { await failure { _ = try await helper.token(of: Self.ada) } }
    #expect(await clock.waitForSleepers(1))
    request.cancel()
    #expect(await request.value?.reason == "it was cancelled")
  }

  @Test func `Background processes of a command are not waited for`() async throws {
    let path = try script("cat > /dev/null; echo password=t; sleep 600 & echo $! > '\(folder.path)/number'")
    #expect(try await helper(path).token(of: Self.ada) == Secret("t"))
    let left = try #require(pid_t(try folder.text(of: "number").dropLast()))
    #expect(kill(left, SIGKILL) == 0)
  }

  @Test func `Endless output ends the command`() async throws {
    let path = try script("echo password=t; yes x")
    let error = await failure { _ = try await helper(path).token(of: Self.ada) }
    #expect(error?.reason == "its output is too large")
  }

  @Test(
    arguments: [
      ("password=a\n", "a"), ("username=u\npassword=a=b\r\nquit=1\n", "a=b"), ("password=", nil), ("", nil),
      ("PASSWORD=a\n", nil), ("password=1\npassword=2\n", "2"),
    ] as [(String, String?)]) func `The password is the last line of that name`(
      answer: String, password: String?
    )
  {
    #expect(HelperProtocol.password(in: Array(answer.utf8))?.revealed == password)
  }

  @Test func `Invalid UTF-8 has no password`() {
    #expect(HelperProtocol.password(in: Array("password=".utf8) + [0xFF, 0xFE]) == nil)
  }

  @Test func `The setting selects the file or the helper`() {
    let make = { CredentialStore.make(directory: "/tmp", helper: $0, environment: [:], clock: self.clock) }
    #expect(make("") is CredentialFile)
    #expect(make(" \n") is CredentialFile)
    #expect(make("pass-git-helper") is CredentialHelper)
    // From then on the process may hold tokens.
    #expect(ProcessMemory.isPrivate)
  }
}
