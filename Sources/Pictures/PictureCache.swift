import Domain
import Network
import Synchronization
import SystemFiles

/// The pictures of an account that lie in its folder; where that is wanted, others are fetched from where they are, over
/// HTTPS, and kept there. Whoever has them is told no more than that somebody asks: no token goes there.
public struct PictureCache: PictureRepository {
  /// How pictures are fetched, and how many are kept.
  public struct Fetching: Sendable {
    let transport: any HTTPTransport
    let limit: Int
    let reach: HostPolicy

    /// - Parameters:
    ///   - limit: how much of one account is kept, in bytes.
    ///   - server: the account's own, which may be asked for its pictures wherever it runs. Nobody else on this machine
    ///     or in its own network is asked.
    public init(transport: any HTTPTransport, limit: Int, server: HTTPAddress?) {
      self.transport = transport
      reach = .publicNetwork(but: server)
      self.limit = limit
    }
  }

  private let folder: PictureFolder
  private let fetching: Fetching?

  /// - Parameter fetching: nil where nobody is asked.
  public init(_ folder: PictureFolder, fetching: Fetching?) {
    self.folder = folder
    self.fetching = fetching
  }

  public func kept(_ picture: PostPicture) async -> StoredPicture? {
    guard let found = folder.find(picture) else { return nil }
    folder.touch(found)
    return found
  }

  public func host(of picture: PostPicture) -> String? { address(of: picture)?.authority }

  public func fetch(_ picture: PostPicture) async throws(PictureFailure) -> StoredPicture {
    if let known = await kept(picture) { return known }
    guard let fetching, let url = picture.media.url, let address = address(of: picture) else { throw .noAddress }
    let host = address.authority
    var request = HTTPRequest(.get, address, headers: ["Accept": "image/jpeg, image/png, image/webp, image/gif"])
    // Who is asked may lead elsewhere, but not to this machine.
    request.reach = fetching.reach
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await fetching.transport.response(to: request)
    } catch {
      throw Self.failure(error, host)
    }
    guard response.status == 200 else {
      throw .notFetched(.serverError(host: host, message: "HTTP \(response.status)"))
    }
    guard response.body.count <= PictureDecoder.maxBytes else { throw .tooLarge(limit: PictureDecoder.maxBytes) }
    if let kind = PictureKind.other(than: response.body) { throw .unknownKind(kind) }
    let kept = try folder.keep(response.body, as: PictureName.name(ofAddress: url))
    folder.prune(to: fetching.limit, but: kept)
    return kept
  }
}

extension PictureCache {
  /// nil where it cannot be asked for.
  private func address(of picture: PostPicture) -> HTTPAddress? {
    guard let fetching, let address = picture.media.url.flatMap({ HTTPAddress($0) }) else { return nil }
    return fetching.reach.allows(address) ? address : nil
  }

  private static func failure(_ error: HTTPError, _ host: String) -> PictureFailure {
    switch error {
    case .unreachable: .notFetched(.offline(host: host))
    case .timedOut(_, let seconds), .notConnected(_, let seconds):
      .notFetched(.timedOut(host: host, seconds: seconds))
    case .untrusted(_, let reason): .notFetched(.untrustedHost(host: host, reason: reason.escapingControls))
    case .notPublic(let host): .notPublic(host: host.escapingControls)
    case .badRedirect, .redirected: .notFetched(.webPage(host: host, title: ""))
    case .tooLarge: .tooLarge(limit: PictureDecoder.maxBytes)
    case .malformed(_, let reason), .noTransport(let reason):
      .notFetched(.serverError(host: host, message: reason.escapingControls))
    case .fileUnreadable, .cancelled: .cancelled
    }
  }
}
