import FaultServer
import Foundation
import Glibc
import ProgramSupport
import Testing

/// Commands that ask a server, and are ended while they wait for it.
@Suite(.endsInTime) struct LiveEndingTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `A signal ends a command while its server says nothing`(
    signal: Int32
  ) async throws {
    let server = try FaultServer(.silence)
    let folder = try TemporaryFolder()
    try folder.write("t0k3n\n", to: "token")
    let tern = try RunningTern(
      ["login", server.origin, "--token", "-"], input: folder.path(of: "token"), in: folder)
    _ = try await comesTrue { !server.requests.isEmpty }
    tern.kill(signal)
    #expect(try await tern.end() == -signal)
    #expect(try tern.said().isEmpty)
  }

  @Test(.needsTerminal) func `A token that is typed is not shown, and ^C ends what waits for the server`() async throws
  {
    let server = try FaultServer(.silence)
    try await Terminal.open(["login", server.origin, "--token", "-"]) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("t0k3n")
      try await terminal.press("Enter")
      _ = try await comesTrue { !server.requests.isEmpty }
      #expect(!server.requests.isEmpty)
      #expect(!(try await terminal.screen().contains("t0k3n")))
      try await terminal.press("C-c")
      #expect(try await terminal.end() == 130)
    }
  }

  @Test(.needsTerminal) func `^C at the question for a token shows again what is typed`() async throws {
    let server = try FaultServer(.silence)
    try await Terminal.open(["login", server.origin, "--token", "-"]) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("t0k")
      try await terminal.press("C-c")
      #expect(try await terminal.end() == 130)
      #expect(!(try await terminal.screen().contains("t0k")))
      #expect(server.requests.isEmpty)
    }
  }
}
