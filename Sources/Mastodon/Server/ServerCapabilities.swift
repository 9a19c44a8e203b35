import Domain
import Formats
import FoundationEssentials
import Network

/// What a server says that it can do, and allows (documentation, entities/Instance and entities/V1_Instance). Never read
/// off a version's text: every kind of server has its own.
public struct ServerCapabilities: Hashable, Sendable {
  /// Who may read one of the server's live feeds.
  public enum Access: String, Hashable, Sendable {
    case everyone = "public"
    case signedIn = "authenticated"
    case nobody = "disabled"
  }

  /// What the server calls itself.
  public var title: String?
  /// What stands behind the `@` of its people, where it says.
  public var domain: String?
  /// Of Mastodon's API (`api_versions.mastodon`); nil where the server does not count.
  public var apiVersion: Int?
  public var localAccess: Access
  public var federatedAccess: Access
  /// Where it tells what happens; nil where it does not say that it does.
  public var streaming: HTTPAddress?
  public var limits: PostLimits
  /// Whether it takes quotes as Pleroma and Akkoma do.
  public var takesQuoteIDs: Bool
  /// The name of its program, in lower case, as its address of the source or its version has it; nil where that is none
  /// that counts in a way of its own. NodeInfo knows better, where the server has it.
  public var software: String?

  /// What a quoted post is named by; nil where the server knows no quotes. In Mastodon from 4.5, which is version 7.
  var quoteParameter: String? {
    if (apiVersion ?? 0) >= 7 { return "quoted_status_id" }
    return takesQuoteIDs ? "quote_id" : nil
  }

  /// What it takes of a post, as its program counts.
  /// - Parameter software: the program's name in NodeInfo, in lower case; nil where the server does not say.
  func limits(software: String?) -> PostLimits {
    var limits = limits
    limits.rule = PostLengthRule(software: software ?? self.software)
    return limits
  }

  /// Whether notifications come in groups: from Mastodon 4.3, which is version 2 of its API.
  public var groupsNotifications: Bool { (apiVersion ?? 0) >= 2 }

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
    self.takesQuoteIDs = takesQuoteIDs
    self.software = software
  }
}

extension ServerCapabilities {
  /// - Parameter instance: what `/api/v2/instance` or `/api/v1/instance` has said; nil where it is no such thing.
  init?(_ instance: JSONValue) {
    guard instance.isObject, instance["domain"] != nil || instance["uri"] != nil || instance["title"] != nil else {
      return nil
    }
    let configuration = instance["configuration"]
    let feeds = configuration?["timelines_access"]?["live_feeds"]
    let streaming = configuration?["urls"]?["streaming"]?.text ?? instance["urls"]?["streaming_api"]?.text
    self.init(
      title: instance["title"]?.name, domain: Self.domain(of: instance),
      apiVersion: instance["api_versions"]?["mastodon"]?.count,
      localAccess: feeds?["local"]?.text.flatMap(Access.init) ?? .everyone,
      federatedAccess: feeds?["remote"]?.text.flatMap(Access.init) ?? .everyone,
      streaming: streaming.flatMap(Self.address),
      limits: PostLimits(configuration, old: instance),
      takesQuoteIDs: instance["pleroma"]?["metadata"]?["features"]?.elements.contains { $0.text == "quote_posting" }
        ?? false,
      software: Self.software(of: instance))
  }

  private static let namedPrograms = ["gotosocial", "pleroma", "akkoma", "takahe", "snac"]

  private static func software(of instance: JSONValue) -> String? {
    let words = [instance["source_url"]?.text, instance["version"]?.text].compactMap { $0?.lowercased() }
    return namedPrograms.first { name in words.contains { $0.contains(name) } }
  }

  /// `uri` is a name in the first version of the answer, or an address at some servers.
  private static func domain(of instance: JSONValue) -> String? {
    guard let name = instance["domain"]?.text ?? instance["uri"]?.text else { return nil }
    return HTTPAddress(name.contains("://") ? name : "https://\(name)")?.authority
  }

  /// Sockets are what it names; the same host answers by HTTP.
  private static func address(ofStream text: String) -> HTTPAddress? {
    if text.hasPrefix("wss://") { return HTTPAddress("https://" + text.dropFirst(6)) }
    if text.hasPrefix("ws://") { return HTTPAddress("http://" + text.dropFirst(5)) }
    return HTTPAddress(text)
  }
}

extension PostLimits {
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
