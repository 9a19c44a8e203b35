import FaultServer
import Foundation
import ProgramSupport
import SimulatedServer
import Testing

/// Custom emoji and avatars of a server on screens without a terminal.
@Suite("Custom emoji and avatars", .endsInTime)
struct CustomEmojiTests {
  private let folder = TemporaryFolder()

  private func tern(_ arguments: String..., input: String = "") async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: ["HOME": folder.path, "TZ": "UTC", "LANG": "C.UTF-8"], input: input)
  }

  private func screen(_ format: String, settings: String) async throws -> String {
    try folder.write(settings, to: "settings.toml")
    let outcome = try await tern(
      "screen", "--account", "ada", "--no-demo", "--format", format, "--config", folder.path(of: "settings.toml"),
      "--now", "2026-11-20T12:00:00Z")
    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    return outcome.output
  }

  @Test("Emoji and avatars are downloaded once, without the token, if the settings allow it")
  func downloaded() async throws {
    let server = try SimulatedSocketServer {
      $0.emoji = ["cup"]
      $0.accounts[0].displayName = "Ada :cup:"
      $0.write(by: 1, "Tea :cup: and :spoon:", at: Date(timeIntervalSince1970: 1_790_000_000))
    }
    var images: [SeenRequest] { server.requests.filter { $0.path.hasPrefix("/images/") } }
    let login = try await tern("login", server.origin, "--token", "-", input: "ada_token\n")
    try #require(login.status == .exited(0), "\(login.errors)")
    let pixels = "pictures = \"kitty\"\navatars = true\n"
    let waiting = try await screen("text", settings: pixels)
    #expect(waiting.contains("Ada :cup:") && waiting.contains("Tea :cup: and :spoon:"))
    let symbols = try await screen("text", settings: "fetch-pictures = \"auto\"\navatars = true\n")
    #expect(symbols.contains(" ▌ Ada :cup:") && images.isEmpty)

    let shown = try await screen("svg", settings: pixels + "fetch-pictures = \"auto\"\n")
    // The avatar, and the emoji in name and text.
    #expect(shown.components(separatedBy: "<image ").count == 4)
    #expect(images.map(\.path).sorted() == ["/images/ada.png", "/images/cup.png"])
    #expect(images.allSatisfy { $0.header("authorization") == nil })
    let stored = try await screen("text", settings: pixels)
    #expect(!stored.contains(":cup:") && stored.contains(":spoon:") && images.count == 2)
    #expect(try await screen("svg", settings: pixels + "fetch-pictures = \"never\"\n").contains("<image ") == false)

    let listed = try await tern("list", "--account", "ada", "--no-demo")
    #expect(listed.output.contains("Ada :cup:") && listed.output.contains("Tea :cup: and :spoon:"))
  }
}
