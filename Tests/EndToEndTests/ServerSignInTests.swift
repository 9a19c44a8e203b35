import FaultServer
import Foundation
import Glibc
import ProgramSupport
import Testing

/// Signing in by the server's own page, which is followed as a browser would. Of all that opens the account, nothing may
/// be anywhere but in the one file for it.
@Suite(.needsServer, .endsInTime) struct ServerSignInTests {
  private let folder: TemporaryFolder
  private let reader: LiveReader

  init() throws {
    folder = try TemporaryFolder()
    reader = LiveReader(in: folder)
  }

  @Test func `A code that the page shows is pasted; a wrong one is asked for again`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let input = try FilledPipe(at: folder.path(of: "typed"))
    let tern = try RunningTern(["login", server.origin, "--no-browser"], input: input.path, in: folder)
    let page = try await address(said: { try tern.complained() })
    // What it needs besides the code is out of the page's address.
    let shown = try await agree(to: page, as: "grace", at: server)
    #expect(shown.status == 200 && shown.location == nil)
    let code = try #require(shown.body.firstMatch(of: #/Authorization code: ([^<]+)/#)).output.1
    let secrets = Secrets(folder: folder)
    try secrets.expectNone(in: tern, of: [String(code)])
    #expect(try await input.write("no such code\n", whileWaiting: { await Task.yield() }))
    #expect(try await comesTrue { try tern.complained().contains("Another code: ") })
    #expect(try await input.write("\(code)\n", whileWaiting: { await Task.yield() }))
    #expect(try await tern.end() == 0)
    #expect(try tern.said() == "Grace Hopper · @grace@\(server.host) is signed in\n")
    #expect(!(try await reader.ids(["--account", "grace", "--timeline", "Home"]).isEmpty))
    input.end()
    try FileManager.default.removeItem(atPath: input.path)
    try secrets.expect(onlyIn: LiveReader.credentials, codes: [String(code)])
  }

  @Test func `A browser comes back to Tern by itself, and tells the person so`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let browser = folder.path(of: "browser")
    try folder.write(
      "printf %s \"$1\" >\"$HOME/opened.part\"\nmv \"$HOME/opened.part\" \"$HOME/opened\"\n",
      to: "browser")
    let input = try FilledPipe(at: folder.path(of: "typed"))
    let tern = try RunningTern(
      ["login", server.origin], input: input.path, in: folder, environment: ["BROWSER": "/bin/sh \(browser)"])
    let page = try await address(said: { folder.exists("opened") ? try folder.text(of: "opened") + " " : "" })
    let sent = try await agree(to: page, as: "katherine", at: server)
    let back = try #require(sent.location.flatMap(URLComponents.init(string:)))
    #expect((300..<400).contains(sent.status) && back.host == "127.0.0.1")
    let code = try #require(back.queryItems?.first { $0.name == "code" }?.value)
    let port = try #require(back.port)
    // Whoever else calls there does not know the state.
    let stranger = await LocalServer.ask(port, "GET", "\(back.path)?code=\(code)&state=of-a-stranger")
    #expect(stranger?.body.contains("terminal") != true || stranger?.status != 200)
    let secrets = Secrets(folder: folder)
    try secrets.expectNone(in: tern, of: [code])
    let last = try #require(await LocalServer.ask(port, "GET", "\(back.path)?\(back.percentEncodedQuery ?? "")"))
    #expect(last.status == 200 && last.body.contains("terminal") && !last.body.contains(code))
    #expect(try await tern.end() == 0)
    #expect(try tern.said() == "Katherine Johnson · @katherine@\(server.host) is signed in\n")
    input.end()
    try FileManager.default.removeItem(atPath: input.path)
    try secrets.expect(onlyIn: LiveReader.credentials, codes: [code])
  }

  @Test func `Signing in is given up by a signal, and leaves nobody signed in`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let input = try FilledPipe(at: folder.path(of: "typed"))
    let tern = try RunningTern(["login", server.origin, "--no-browser"], input: input.path, in: folder)
    _ = try await address(said: { try tern.complained() })
    tern.kill(SIGINT)
    #expect(try await tern.end() != 0)
    #expect(try await reader.tern(["accounts", "--no-demo"]).status == .exited(69))
  }

  /// Waits for the address of the server's page.
  private func address(said: () throws -> String) async throws -> URLComponents {
    var found: URLComponents?
    _ = try await comesTrue {
      found = try said().firstMatch(of: #/(http://[^ \n]*/oauth/authorize[^ \n]*)[ \n]/#)
        .flatMap { URLComponents(string: String($0.output.1)) }
      return found != nil
    }
    let all = try said()
    return try #require(found, "no address: \(all)")
  }

  /// What a person does there: looks at the page, and presses the button with their name.
  private func agree(to page: URLComponents, as name: String, at server: MastodonMock) async throws
    -> LocalServer.Answer
  {
    let path = "\(page.percentEncodedPath)?\(page.percentEncodedQuery ?? "")"
    let shown = try await server.ask("GET", path)
    #expect(shown.status == 200 && shown.body.contains(#"name="username" value="\#(name)""#))
    let fields = shown.body.matches(of: #/type="hidden" name="([^"]*)" value="([^"]*)"/#).map {
      (name: String($0.output.1), value: String($0.output.2))
    }
    #expect(fields.contains { $0.name == "client_id" && !$0.value.isEmpty })
    return try await server.ask("POST", "/oauth/authorize", body: .form(fields + [("username", name)]))
  }
}
