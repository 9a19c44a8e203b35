import Domain
import Formats
import FoundationEssentials
import Network

/// The capabilities and limits that a server states (Mastodon's documentation, entities/Instance and
/// entities/V1_Instance). Never derived from the version number, since each server software has its own.
public struct ServerCapabilities: Hashable, Sendable {
  /// The access that a public timeline of the server requires.
  public enum Access: String, Hashable, Sendable {
    case everyone = "public"
    case signedIn = "authenticated"
    case disabled = "disabled"
  }

  /// The name of the server.
  public var title: String?
  /// The domain in handles of local accounts; nil if not stated.
  public var domain: String?
  /// The version of Mastodon's API (`api_versions.mastodon`); nil if not stated.
  var apiVersion: Int?
  var localAccess: Access
  var federatedAccess: Access
  /// The streaming endpoint; nil if not stated, and for software that does not stream over HTTP.
  public var streaming: HTTPAddress?
  public var limits: PostLimits
  /// Whether quotes are published with `quote_id`, as in Pleroma and Akkoma.
  var supportsQuoteIDs: Bool
  /// The software's name in lower case, from the URL of its source code or the version; nil unless it is in
  /// `namedPrograms`. The name in NodeInfo is more reliable.
  public var software: String?
  /// The server's description of itself; nil for none.
  var description: ServerDescription?

  /// Whether authors say who may quote a post, and see the quotes of it: from API version 7.
  var supportsQuotePolicies: Bool { (apiVersion ?? 0) >= 7 }

  /// The parameter for the quoted post; nil if quotes are not supported. Mastodon supports them from 4.5, API version
  /// 7.
  var quoteParameter: String? {
    if supportsQuotePolicies { return "quoted_status_id" }
    return supportsQuoteIDs ? "quote_id" : nil
  }

  /// The limits for posts, with the counting rule of the software.
  /// - Parameter software: the name in NodeInfo, in lower case; nil if unknown.
  func limits(software: String?) -> PostLimits {
    var limits = limits
    limits.rule = PostLengthRule(software: software ?? self.software)
    return limits
  }

  /// Whether notifications are grouped: from Mastodon 4.3, API version 2.
  var groupsNotifications: Bool { (apiVersion ?? 0) >= 2 }

  /// Whether notifications can be held back: from Mastodon 4.3, API version 2.
  var holdsNotifications: Bool { (apiVersion ?? 0) >= 2 }

  public init(
    title: String? = nil, domain: String? = nil, apiVersion: Int? = nil, localAccess: Access = .everyone,
    federatedAccess: Access = .everyone, streaming: HTTPAddress? = nil, limits: PostLimits = PostLimits(),
    takesQuoteIDs: Bool = false, software: String? = nil
  ) {
    self.title = title
    self.domain = domain
    self.apiVersion = apiVersion
    self.localAccess = localAccess
    self.federatedAccess = federatedAccess
    self.streaming = streaming
    self.limits = limits
    self.supportsQuoteIDs = takesQuoteIDs
    self.software = software
  }
}

extension ServerCapabilities {
  /// - Parameter instance: the response of `/api/v2/instance` or `/api/v1/instance`.
  /// - Returns: nil for any other JSON.
  init?(_ instance: JSONValue) {
    guard instance.isObject, instance["domain"] != nil || instance["uri"] != nil || instance["title"] != nil else {
      return nil
    }
    let configuration = instance["configuration"]
    let feeds = configuration?["timelines_access"]?["live_feeds"]
    let streaming = configuration?["urls"]?["streaming"]?.text ?? instance["urls"]?["streaming_api"]?.text
    let software = Self.software(of: instance)
    self.init(
      title: instance["title"]?.name, domain: Self.domain(of: instance),
      apiVersion: instance["api_versions"]?["mastodon"]?.count,
      localAccess: feeds?["local"]?.text.flatMap(Access.init) ?? .everyone,
      federatedAccess: feeds?["remote"]?.text.flatMap(Access.init) ?? .everyone,
      // The software that Tern has rules for streams over WebSockets only, or not at all (GoToSocial 0.20, Pleroma 2.9,
      // Akkoma 3.15, Takahē 0.11, snac 2.94).
      streaming: software == nil ? streaming.flatMap(Self.address) : nil,
      limits: PostLimits(configuration, old: instance),
      takesQuoteIDs: instance["pleroma"]?["metadata"]?["features"]?.elements.contains { $0.text == "quote_posting" }
        ?? false,
      software: software)
    description = ServerDescription(instance, limits: limits, host: domain)
  }

  /// The software that Tern has rules for.
  private static let namedPrograms = ["gotosocial", "pleroma", "akkoma", "takahe", "snac"]

  private static func software(of instance: JSONValue) -> String? {
    let words = [instance["source_url"]?.text, instance["version"]?.text].compactMap { $0?.lowercased() }
    return namedPrograms.first { name in words.contains { $0.contains(name) } }
  }

  /// The domain. In version 1 it is `uri`, which is a domain at Mastodon and a URL at some other servers.
  private static func domain(of instance: JSONValue) -> String? {
    guard let name = instance["domain"]?.text ?? instance["uri"]?.text else { return nil }
    return HTTPAddress(name.contains("://") ? name : "https://\(name)")?.authority
  }

  /// The HTTP URL for a WebSocket URL: the same host streams over HTTP.
  private static func address(ofStream text: String) -> HTTPAddress? {
    if text.hasPrefix("wss://") { return HTTPAddress("https://" + text.dropFirst(6)) }
    if text.hasPrefix("ws://") { return HTTPAddress("http://" + text.dropFirst(5)) }
    return HTTPAddress(text)
  }
}

extension PostLimits {
  /// - Parameter old: the whole response, since some servers state limits at its top level.
  fileprivate init(_ configuration: JSONValue?, old: JSONValue) {
    self.init()
    let statuses = configuration?["statuses"]
    let media = configuration?["media_attachments"]
    let polls = configuration?["polls"] ?? old["poll_limits"]
    characters = statuses?["max_characters"]?.count ?? old["max_toot_chars"]?.count ?? characters
    charactersPerAddress = statuses?["characters_reserved_per_url"]?.count ?? charactersPerAddress
    attachments = statuses?["max_media_attachments"]?.count ?? attachments
    pollOptions = polls?["max_options"]?.count ?? pollOptions
    charactersPerPollOption =
      (polls?["max_characters_per_option"] ?? polls?["max_option_chars"])?.count ?? charactersPerPollOption
    let shortest = polls?["min_expiration"]?.count ?? pollDuration.lowerBound
    let longest = polls?["max_expiration"]?.count ?? pollDuration.upperBound
    pollDuration = min(shortest, longest)...max(shortest, longest)
    imageBytes = media?["image_size_limit"]?.count
    videoBytes = media?["video_size_limit"]?.count
    descriptionCharacters = media?["description_limit"]?.count ?? descriptionCharacters
    mediaTypes = media?["supported_mime_types"]?.elements.compactMap(\.text) ?? []
  }
}
