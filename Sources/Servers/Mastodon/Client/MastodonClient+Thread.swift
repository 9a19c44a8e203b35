import Formats
import Network

/// The lists of a thread (documentation, entities/Context).
enum ThreadList: String {
  case ancestors, descendants
}

extension MastodonClient {
  /// The maximum size of a thread, in bytes. 20,000 posts of 3 KiB fit.
  private static let maxThreadBytes = 64 << 20

  /// Requests the posts above and below a post. They are read one after another, so that their number is not limited.
  /// - Parameter read: called with each post and its list.
  /// - Returns: the lists in the response.
  @discardableResult
  func forEachPost(
    inThreadOf id: String, _ read: (ThreadList, JSONValue) -> Void
  ) async throws(ServerFailure) -> Set<ThreadList> {
    var lists: Set<ThreadList> = []
    let response = try await get(
      server.at("api", "v1", "statuses", id, "context"), maxBodyBytes: Self.maxThreadBytes)
    do throws(JSONFault) {
      try JSONValue.forEachElement(ofArraysIn: response.body) { key, element in
        guard let list = ThreadList(rawValue: key) else { return }
        lists.insert(list)
        if let element { read(list, element) }
      }
    } catch {
      throw failures.unexpectedResponse(response.status, error)
    }
    return lists
  }
}
