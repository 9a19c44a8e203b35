import Domain
import FaultServer
import Foundation
import Network
import Synchronization

/// A simulated server on a local port, whose responses arrive in two pieces. It counts requests and can call a handler
/// during one of them.
public final class SimulatedSocketServer: Sendable {
  /// The state of a request when the handler is called.
  public enum Phase: CaseIterable, Sendable {
    /// It was received; the connection is closed without any effect.
    case lost
    /// It was received and takes effect afterwards.
    case before
    /// It has taken effect, but there is no response yet.
    case after
  }

  /// A handler for the request with a number, counted from 1.
  public struct Event: Sendable {
    var request: Int
    var phase: Phase
    var handler: @Sendable () -> Void

    public init(request: Int, phase: Phase, handler: @escaping @Sendable () -> Void) {
      self.request = request
      self.phase = phase
      self.handler = handler
    }
  }

  fileprivate struct State {
    var server = SimulatedServer(origin: "")
    var requestCount = 0
    var event: Event?
    /// Requests for paths with this prefix get no response.
    var silentPath: String?
    var unansweredCount = 0
    /// The number of posts that the stream has yet to send.
    var streamedCount: Int
  }

  fileprivate final class Core: Sendable {
    let state: Mutex<State>

    init(streamedCount: Int) {
      state = Mutex(State(streamedCount: streamedCount))
    }
  }

  private let core: Core
  private let listener: FaultServer

  /// - Parameters:
  ///   - streamedCount: the number of posts that are written and sent by the stream, one second after it was opened, a
  ///     thousand a second.
  ///   - setUp: prepares the server.
  public init(streamedCount: Int = 0, _ setUp: (inout SimulatedServer) -> Void = { _ in }) throws {
    let core = Core(streamedCount: streamedCount)
    self.core = core
    listener = try FaultServer { core.steps(for: $0) }
    core.state.withLock { state in
      state.server = SimulatedServer(origin: listener.origin)
      setUp(&state.server)
    }
  }

  public var origin: String { listener.origin }

  /// The requests so far, in order.
  public var requests: [SeenRequest] { listener.requests }

  /// The number of requests so far.
  public var requestCount: Int { core.state.withLock(\.requestCount) }

  /// The IDs of the posts, newest first.
  public var ids: [String] { core.state.withLock { $0.server.posts.map { String($0.id) } } }

  /// The text of each post of ada, oldest first.
  public var texts: [String] {
    core.state.withLock { $0.server.posts.filter { $0.author == 1 }.map(\.text).reversed() }
  }

  /// Writes posts of grace: `Post number ID`.
  public func write(_ count: Int) {
    core.state.withLock { state in
      for _ in 0..<count { state.server.writeNumberedPost() }
    }
  }

  /// Sets the handler for a future request.
  public func on(_ event: Event?) { core.state.withLock { $0.event = event } }

  /// Stops responding to requests with a path prefix; nil to respond to all.
  public func stopResponding(at path: String?) { core.state.withLock { $0.silentPath = path } }

  /// The number of requests without a response so far.
  public var unansweredCount: Int { core.state.withLock(\.unansweredCount) }
}

extension SimulatedSocketServer.Core {
  private static let batch = 10

  func steps(for seen: SeenRequest) -> [FaultStep] {
    let (event, isSilent) = state.withLock { state in
      state.requestCount += 1
      let isSilent = state.silentPath.map(seen.path.hasPrefix) ?? false
      if isSilent { state.unansweredCount += 1 }
      return (state.event.flatMap { $0.request == state.requestCount ? $0 : nil }, isSilent)
    }
    if isSilent { return [.silence] }
    if event?.phase != .after { event?.handler() }
    if event?.phase == .lost { return [.close] }
    guard let request = HTTPRequest(seen) else { return [.close] }
    if seen.path.hasPrefix("/api/v1/streaming") { return stream() }
    let response = state.withLock { $0.server.response(to: request, now: Date()) }
    if event?.phase == .after { event?.handler() }
    let length = ("Content-Length", "\(response.body.count)")
    let head = FaultStep.head(response.status, response.headers.fields.map { ($0.name, $0.value) } + [length])
    let half = response.body.count / 2
    return [head, .bytes(Array(response.body[..<half])), .delay(0.002), .bytes(Array(response.body[half...]))]
  }

  private func stream() -> [FaultStep] {
    let count = state.withLock(\.streamedCount)
    let events = FaultStep.generated { [self] in
      state.withLock { state in
        let count = min(Self.batch, state.streamedCount)
        state.streamedCount -= count
        return (0..<count).map { _ in state.server.writeNumberedPost() }.joined()
      }
    }
    let batches = Array(repeating: [events, .delay(0.01)], count: (count + Self.batch - 1) / Self.batch)
    return [.head(200, [("Content-Type", "text/event-stream")]), .delay(1)] + batches.joined() + [.silence]
  }
}

extension SimulatedServer {
  /// Writes a post of another account than the user's, because the user's own posts are not counted as unread.
  /// - Returns: the event for streams.
  @discardableResult
  fileprivate mutating func writeNumberedPost() -> String {
    let id = lastID + 7
    let date = Date(timeIntervalSince1970: 1_790_000_000 + Double(id))
    return Self.event("update", json(write(by: 2, "Post number \(id)", at: date)))
  }
}

extension HTTPRequest {
  fileprivate init?(_ seen: SeenRequest) {
    guard let method = Method(rawValue: seen.method),
      let url = HTTPAddress("http://\(seen.header("host") ?? "")\(seen.target)")
    else { return nil }
    var headers = HTTPHeaders()
    for (name, value) in seen.headers { headers.add(name, value) }
    let token = seen.header("authorization")?.split(separator: " ").last
    self.init(method, url, headers: headers, body: seen.body, token: token.map { Secret(String($0)) })
  }
}
