import FaultServer
import Foundation
import Glibc
import ProgramSupport
import Testing

/// Signing in with the server's page, followed as a browser does. Secrets may only be in the credentials file.
@Suite(.needsServer, .endsInTime) struct ServerSignInTests {
  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  @Test func `A code from the page is typed, and a wrong one can be corrected`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let input = try FilledPipe(at: folder.path(of: "typed"))
    let tern = try RunningTern(["login", server.origin, "--no-browser"], input: input.path, in: folder)
    let page = try await address(text: { try tern.errorOutput() })
    // The page's URL must contain everything it needs.
    let shown = try await approve(to: page, as: "grace", at: server)
    #expect(shown.status == 200 && shown.location == nil)
    let code = try #require(shown.body.firstMatch(of: #/Authorization code: ([^<]+)/#)).output.1
    let secrets = Secrets(folder: folder)
    try secrets.expectNone(in: tern, of: [String(code)])
    #expect(try await input.write("no such code\n", whileWaiting: { await Task.yield() }))
    #expect(try await becomesTrue { try tern.errorOutput().contains("minutes.\nCode: ") })
    #expect(try await input.write("\(code)\n", whileWaiting: { await Task.yield() }))
    #expect(try await tern.end() == 0)
    #expect(try tern.output() == "Grace Hopper · @grace@\(server.host) is signed in\n")
    #expect(!(try await reader.ids(["--account", "grace", "--timeline", "Home"]).isEmpty))
    input.end()
    try FileManager.default.removeItem(atPath: input.path)
    try secrets.expect(onlyIn: ServerUser.credentials, codes: [String(code)])
  }

  @Test func `The browser returns to Tern and says so`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let browser = folder.path(of: "browser")
    try folder.write(
      "printf %s \"$1\" >\"$HOME/opened.part\"\nmv \"$HOME/opened.part\" \"$HOME/opened\"\n",
      to: "browser")
    let input = try FilledPipe(at: folder.path(of: "typed"))
    let tern = try RunningTern(
      ["login", server.origin], input: input.path, in: folder, environment: ["BROWSER": "/bin/sh \(browser)"])
    let page = try await address(text: { folder.exists("opened") ? try folder.text(of: "opened") + " " : "" })
    let sent = try await approve(to: page, as: "katherine", at: server)
    let back = try #require(sent.location.flatMap(URLComponents.init(string:)))
    #expect((300..<400).contains(sent.status) && back.host == "127.0.0.1")
    let code = try #require(back.queryItems?.first { $0.name == "code" }?.value)
    let port = try #require(back.port)
    // Another caller does not know the state.
    let stranger = await LocalServer.ask(port, "GET", "\(back.path)?code=\(code)&state=of-a-stranger")
    #expect(stranger?.body.contains("terminal") != true || stranger?.status != 200)
    let secrets = Secrets(folder: folder)
    try secrets.expectNone(in: tern, of: [code])
    let last = try #require(await LocalServer.ask(port, "GET", "\(back.path)?\(back.percentEncodedQuery ?? "")"))
    #expect(last.status == 200 && last.body.contains("terminal") && !last.body.contains(code))
    #expect(try await tern.end() == 0)
    #expect(try tern.output() == "Katherine Johnson · @katherine@\(server.host) is signed in\n")
    input.end()
    try FileManager.default.removeItem(atPath: input.path)
    try secrets.expect(onlyIn: ServerUser.credentials, codes: [code])
  }

  @Test func `A signal cancels signing in`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let input = try FilledPipe(at: folder.path(of: "typed"))
    let tern = try RunningTern(["login", server.origin, "--no-browser"], input: input.path, in: folder)
    _ = try await address(text: { try tern.errorOutput() })
    tern.kill(SIGINT)
    #expect(try await tern.end() != 0)
    #expect(try await reader.tern(["accounts", "--no-demo"]).status == .exited(69))
  }

  /// Waits for the address of the server's page.
  private func address(text: () throws -> String) async throws -> URLComponents {
    var found: URLComponents?
    _ = try await becomesTrue {
      found = try text().firstMatch(of: #/(http://[^ \n]*/oauth/authorize[^ \n]*)[ \n]/#)
        .flatMap { URLComponents(string: String($0.output.1)) }
      return found != nil
    }
    let all = try text()
    return try #require(found, "no address: \(all)")
  }

  /// Opens the page and presses the button with a name, as a user does.
  private func approve(to page: URLComponents, as name: String, at server: MastodonMock) async throws
    -> LocalServer.Response
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
