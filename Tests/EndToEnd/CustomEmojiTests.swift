import FaultServer
import Foundation
import ProgramSupport
import Synchronization
import Testing

/// Custom emoji and avatars of a server on screens without a terminal.
@Suite("Custom emoji and avatars", .endsInTime)
struct CustomEmojiTests {
  /// A red pixel as PNG.
  private static let dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="

  /// A server with one post that has a custom emoji in its text and its author's name. It counts requests of images.
  private final class EmojiServer: Sendable {
    private final class Model: Sendable {
      let images = Mutex<[SeenRequest]>([])

      func steps(for request: SeenRequest) -> [FaultStep] {
        let origin = "http://\(request.header("host") ?? "")"
        if request.path.hasPrefix("/images/"), let image = Data(base64Encoded: CustomEmojiTests.dot) {
          images.withLock { $0.append(request) }
          let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(image.count)\r\n\r\n"
          return [.bytes(Array(head.utf8) + image)]
        }
        let (status, body) = Self.response(to: request, origin)
        return [.respond(status, headers: [("Content-Type", "application/json")], body: body)]
      }

      private static func response(to request: SeenRequest, _ origin: String) -> (Int, String) {
        let cup =
          #"{"shortcode":"cup","url":"\#(origin)/images/cup.gif","static_url":"\#(origin)/images/cup.png"}"#
        let account =
          #"{"id":"1","username":"ada","acct":"ada","display_name":"Ada :cup:","url":"\#(origin)/@ada","#
          + #""avatar":"\#(origin)/images/ada.gif","avatar_static":"\#(origin)/images/ada.png","emojis":[\#(cup)]}"#
        switch request.path {
        case "/api/v1/accounts/verify_credentials": return (200, account)
        case "/api/v2/instance":
          return (200, #"{"domain":"127.0.0.1","title":"Emoji","version":"4.3.0","configuration":{}}"#)
        case "/api/v1/timelines/home":
          let post =
            #"{"id":"7","created_at":"2026-11-20T11:00:00.000Z","uri":"\#(origin)/7","url":"\#(origin)/7","#
            + #""content":"<p>Tea :cup: and :spoon:</p>","visibility":"public","account":\#(account),"#
            + #""emojis":[\#(cup)],"media_attachments":[],"mentions":[],"tags":[]}"#
          return (200, request.target.contains("_id=") ? "[]" : "[\(post)]")
        case "/api/v1/favourites", "/api/v1/bookmarks", "/api/v1/lists", "/api/v1/followed_tags",
          "/api/v1/notifications", "/api/v1/timelines/public":
          return (200, "[]")
        default: return (404, #"{"error":"No."}"#)
        }
      }
    }

    private let model: Model
    private let server: FaultServer

    init() throws {
      let model = Model()
      self.model = model
      server = try FaultServer { model.steps(for: $0) }
    }

    var origin: String { server.origin }
    var images: [SeenRequest] { model.images.withLock { $0 } }
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

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
    let server = try EmojiServer()
    let login = try await tern("login", server.origin, "--token", "-", input: "secret-token\n")
    try #require(login.status == .exited(0), "\(login.errors)")
    let pixels = "pictures = \"kitty\"\navatars = true\n"
    let waiting = try await screen("text", settings: pixels)
    #expect(waiting.contains("Ada :cup:") && waiting.contains("Tea :cup: and :spoon:"))
    let symbols = try await screen("text", settings: "fetch-pictures = \"auto\"\navatars = true\n")
    #expect(symbols.contains(" ▌ Ada :cup:") && server.images.isEmpty)

    let shown = try await screen("svg", settings: pixels + "fetch-pictures = \"auto\"\n")
    // The avatar, and the emoji in name and text.
    #expect(shown.components(separatedBy: "<image ").count == 4)
    #expect(server.images.map(\.path).sorted() == ["/images/ada.png", "/images/cup.png"])
    #expect(server.images.allSatisfy { $0.header("authorization") == nil })
    let stored = try await screen("text", settings: pixels)
    #expect(!stored.contains(":cup:") && stored.contains(":spoon:") && server.images.count == 2)
    #expect(try await screen("svg", settings: pixels + "fetch-pictures = \"never\"\n").contains("<image ") == false)

    let listed = try await tern("list", "--account", "ada", "--no-demo")
    #expect(listed.output.contains("Ada :cup:") && listed.output.contains("Tea :cup: and :spoon:"))
  }
}
