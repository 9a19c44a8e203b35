import Network
import Synchronization

@testable import Mastodon

/// Browser redirects that a test defines.
final class ScriptedRedirects: RedirectListener {
  struct State {
    var requestedPorts: [Int?] = []
    var visits: [[HTTPAddress.QueryItem]] = []
    var closed = 0
  }

  private let state = Mutex(State())
  /// The port to use if none is requested.
  private let port: Int
  /// Whether the requested port is in use.
  private let isTaken: Bool

  init(port: Int = 4711, isTaken: Bool = false) {
    self.port = port
    self.isTaken = isTaken
  }

  var requestedPorts: [Int?] { state.withLock { $0.requestedPorts } }
  var closed: Int { state.withLock { $0.closed } }

  func completeRedirect(_ items: [String: String]) {
    state.withLock { $0.visits.append(items.map { HTTPAddress.QueryItem($0.key, $0.value) }) }
  }

  func open(port requested: Int?) async -> (any OpenRedirect)? {
    let count = state.withLock { state in
      state.requestedPorts.append(requested)
      return state.requestedPorts.count
    }
    if requested != nil, isTaken { return nil }
    return HTTPAddress("http://127.0.0.1:\(requested ?? port + count - 1)/").map { Redirect(address: $0, owner: self) }
  }

  private struct Redirect: OpenRedirect {
    let address: HTTPAddress
    let owner: ScriptedRedirects

    func query(
      accepts: @escaping @Sendable ([HTTPAddress.QueryItem]) -> Bool
    ) async -> [HTTPAddress.QueryItem]? {
      owner.state.withLock { $0.visits.first(where: accepts) }
    }

    func close() async {
      owner.state.withLock { $0.closed += 1 }
    }
  }
}
