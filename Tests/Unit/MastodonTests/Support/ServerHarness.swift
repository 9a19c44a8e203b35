import Domain
import Foundation
import Network
import NetworkSupport
import Runtime
import TestSupport
import Testing

@testable import Mastodon

/// A scripted server with Ada's token, on a virtual clock that starts at noon.
struct ServerHarness {
  static let token = Secret("t0k3n-of-ada")

  let clock = VirtualClock(now: .noon)
  let transport: ScriptedTransport
  let client: MastodonClient
  let timelines: MastodonTimelines

  /// - Parameter capabilities: nil to request them from the server.
  init(
    _ capabilities: ServerCapabilities? = ServerCapabilities(apiVersion: 10), account: AccountID? = nil,
    random: @escaping @Sendable (ClosedRange<Double>) -> Double = { _ in 1 }
  ) throws {
    transport = ScriptedTransport(clock: clock)
    client = MastodonClient(
      server: try #require(HTTPAddress("https://timeline.example")), handle: "ada@timeline.example",
      authorization: FixedToken(Self.token), transport: transport, clock: clock)
    if capabilities != nil { client.capabilityCache.record(software: "mastodon", now: .noon) }
    timelines = MastodonTimelines(client: client, account: account, capabilities: capabilities, random: random)
  }

  var publishing: MastodonPublishing { MastodonPublishing(client: client, account: .mastodon("ada@timeline.example")) }
  var actions: MastodonActions { MastodonActions(client: client, account: .mastodon("ada@timeline.example")) }

  /// The requests with their bodies: `POST /path?query body`.
  var sent: [String] {
    transport.requests.map { request in
      let place = request.url.absoluteString.replacing("https://timeline.example", with: "")
      return ["\(request.method.rawValue) \(place)", String(decoding: request.body, as: UTF8.self)]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The requested paths with their queries.
  var asked: [String] {
    transport.requests.map { $0.url.absoluteString.replacing("https://timeline.example", with: "") }
  }
}

/// A status in JSON.
func status(_ id: String, _ more: String = "", by acct: String = "grace") -> String {
  """
  {"id": "\(id)", "created_at": "2026-11-20T11:00:00.000Z", "content": "<p>post \(id)</p>", "spoiler_text": "",
   "visibility": "public", "account": {"id": "7", "acct": "\(acct)", "username": "grace", "display_name": "Grace"}
   \(more.isEmpty ? "" : ", " + more)}
  """
}

func list(_ values: String...) -> String { "[\(values.joined(separator: ", "))]" }

func ids(_ page: RemotePage) -> [String] { page.entries.map(\.post.id.rawValue) }

/// The thrown error; nil if missing.
func failure<Value>(_ work: () async throws(TimelineError) -> Value) async -> TimelineError? {
  do throws(TimelineError) {
    _ = try await work()
    return nil
  } catch {
    return error
  }
}
