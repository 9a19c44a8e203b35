import Network
import Synchronization

@testable import Mastodon

/// A browser that comes back with what a test says.
final class ScriptedRedirects: RedirectListener {
  struct State {
    var asked: [Int?] = []
    var visits: [[HTTPAddress.QueryItem]] = []
    var closed = 0
  }

  private let state = Mutex(State())
  /// The port that is given where none is asked for.
  private let port: Int
  /// Whether the port that is asked for is taken.
  private let isTaken: Bool

  init(port: Int = 4711, isTaken: Bool = false) {
    self.port = port
    self.isTaken = isTaken
  }

  var asked: [Int?] { state.withLock { $0.asked } }
  var closed: Int { state.withLock { $0.closed } }

  func comeBack(_ items: [String: String]) {
    state.withLock { $0.visits.append(items.map { HTTPAddress.QueryItem($0.key, $0.value) }) }
  }

  func open(port wanted: Int?) async -> (any OpenRedirect)? {
    let count = state.withLock { state in
      state.asked.append(wanted)
      return state.asked.count
    }
    if wanted != nil, isTaken { return nil }
    return HTTPAddress("http://127.0.0.1:\(wanted ?? port + count - 1)/").map { Redirect(address: $0, owner: self) }
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
