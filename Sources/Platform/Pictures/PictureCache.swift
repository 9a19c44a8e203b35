import Domain
import Network
import Synchronization
import SystemFiles

/// The cached pictures of an account. If `fetching` is set, missing ones are fetched over HTTPS and cached. Requests
/// contain no token.
public struct PictureCache: PictureRepository {
  /// The policy for fetching pictures, and the maximum size of the cache.
  public struct FetchPolicy: Sendable {
    let transport: any HTTPTransport
    let limit: Int
    let hostPolicy: HostPolicy

    /// - Parameters:
    ///   - limit: the maximum cache size per account, in bytes.
    ///   - server: the server of the account, which may be in the local network. Other local hosts are not contacted.
    public init(transport: any HTTPTransport, limit: Int, server: HTTPAddress?) {
      self.transport = transport
      hostPolicy = .publicNetwork(except: server)
      self.limit = limit
    }
  }

  private let folder: PictureFolder
  private let fetching: FetchPolicy?

  /// - Parameter fetching: nil to use cached pictures only.
  public init(_ folder: PictureFolder, fetching: FetchPolicy?) {
    self.folder = folder
    self.fetching = fetching
  }

  public func storedPicture(for picture: PostPicture) async -> StoredPicture? {
    guard let found = folder.find(picture) else { return nil }
    folder.touch(found)
    return found
  }

  public func host(of picture: PostPicture) -> String? { address(of: picture)?.authority }

  public func fetch(_ picture: PostPicture) async throws(PictureFailure) -> StoredPicture {
    if let known = await storedPicture(for: picture) { return known }
    guard let fetching, let url = picture.url, let address = address(of: picture) else { throw .noAddress }
    let host = address.authority
    var request = HTTPRequest(.get, address, headers: ["Accept": "image/jpeg, image/png, image/webp, image/gif"])
    // The policy also applies to redirects.
    request.hostPolicy = fetching.hostPolicy
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
    if let kind = PictureKind.unsupportedType(of: response.body) { throw .unknownKind(kind) }
    let stored = try folder.store(response.body, as: PictureName.name(ofAddress: url))
    folder.prune(to: fetching.limit, but: stored)
    return stored
  }
}

extension PictureCache {
  /// The address of a picture; nil if it must not be fetched.
  private func address(of picture: PostPicture) -> HTTPAddress? {
    guard let fetching, let address = picture.url.flatMap({ HTTPAddress($0) }) else { return nil }
    return fetching.hostPolicy.allows(address) ? address : nil
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
