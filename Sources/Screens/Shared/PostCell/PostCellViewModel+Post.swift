import Domain
import FoundationEssentials

extension PostCellViewModel {
  /// - Parameters:
  ///   - now: the time to count ages from.
  ///   - repliedTo: the author of the post that this one replies to, if known from its thread.
  ///   - reposters: the accounts that reposted it, newest first; empty for the reposter of the entry.
  ///   - query: the search whose matches are highlighted.
  ///   - isRevealed: whether its content warning is revealed.
  ///   - keys: the key names for hints.
  ///   - time: the style of times.
  ///   - density: the space that the cell takes in a list.
  public init(
    _ post: Post, now: Date, repliedTo: Profile? = nil, reposters: [Profile] = [], query: SearchQuery? = nil,
    isRevealed: Bool = false, keys: KeyNames = .standard, time: TimeStyle = .ages, density: Density = .comfortable
  ) {
    self.init(
      id: "\(post.id.rawValue)\u{0}\(post.key.repostedBy ?? "")\u{0}\(post.key.notification ?? "")",
      name: Self.name(of: post.author),
      handle: Self.handle(of: post.author),
      age: post.shownDate.map { time.words(for: $0, at: now) } ?? "",
      nextAgeChange: post.shownDate.flatMap { time.nextChange(of: $0, at: now) },
      remarks: Self.origins(of: post, repliedTo: repliedTo, reposters: reposters) + Self.statusRemarks(of: post),
      warning: post.fold.map { Warning(text: $0, isRevealed: isRevealed) },
      text: Self.runs(post.text, mentions: post.mentions, query: query),
      media: post.media.map { Self.mark(Self.caption($0), query) },
      poll: post.poll.map(Self.bars) ?? [],
      pollOutcome: Self.listedOutcome(of: post, at: now),
      quote: post.quote.map { Self.box($0, query: query) },
      counts: Self.counts(of: post),
      links: Self.links(of: post),
      keys: keys, density: density
    )
  }

  /// The cell for a list of the user's own posts, as in an archive: the date replaces the author, the counts are
  /// remarks.
  public func withoutAuthor(writtenAt date: Date?) -> Self {
    var cell = self
    (cell.name, cell.handle) = (date.map(LocalTime.minute) ?? "", "")
    (cell.remarks, cell.counts) = (remarks + counts.map(\.text), [])
    // Do not repeat a date.
    if cell.name.hasPrefix(age) {
      cell.age = ""
      cell.nextAgeChange = nil
    }
    return cell
  }

  static func name(of profile: Profile?) -> String { profile?.displayName ?? "Unknown author" }

  /// The name for a narrow column. A name that looks like a handle is replaced by the handle.
  var briefName: String { name.contains("@") && !handle.isEmpty ? handle : name }

  static func handle(of profile: Profile?) -> String {
    profile.map { $0.handle.isEmpty ? "" : "@\($0.handle)" } ?? ""
  }

  /// The reasons that the post is in the timeline: its notification, its reposter, the post it replies to.
  static func origins(of post: Post, repliedTo: Profile? = nil, reposters: [Profile] = []) -> [String] {
    // The heading of a notification without a post has the name already.
    let profile = post.isPost ? nil : post.notification?.profiles.first
    let isNamed = profile.map { post.author?.isSame(as: $0) == true } ?? false
    // The only other person in the conversation is the author, whose name is in the heading.
    let isOnlyOther =
      post.notification?.conversation != nil && post.notification?.profiles.count == 1
      && post.notification?.profiles.first.map { post.author?.isSame(as: $0) == true } == true
    var origins =
      isOnlyOther ? [] : post.notification.map { [$0.text(isAboutPost: post.isPost, omitsFirstName: isNamed)] } ?? []
    if reposters.count > 1 {
      let group = PostNotification(reposts: reposters, of: post)
      origins.append("⟲ \(group.names(upTo: maxNamedReposters)) reposted")
    } else if let repost = post.repost ?? reposters.first.map({ Repost(by: $0) }) {
      origins.append("⟲ reposted by \(repost.by?.nameAndHandle ?? "someone")")
    }
    if let author = repliedTo ?? post.replyToAuthor {
      origins.append("↩ \(author.label)")
    } else if post.replyTo != nil {
      origins.append("↩ in reply to another post")
    }
    return origins
  }

  /// The number of reposters that are named before the number of the others.
  private static let maxNamedReposters = 3

  /// Its states, and its visibility unless it is public.
  static func statusRemarks(of post: Post) -> [String] {
    var remarks = PostState.allCases.filter(post.states.contains).map(\.rawValue)
    if post.viewer?.isBookmarked == true { remarks.append("bookmarked") }
    if post.viewer?.isThreadMuted == true { remarks.append("conversation muted") }
    switch post.visibility {
    case .direct: remarks.append("private mention")
    case .public, nil: break
    case let visibility?: remarks.append(visibility.displayName)
    }
    return remarks
  }

  public static func runs(_ text: PostText, mentions: [Mention] = [], query: SearchQuery?) -> [TextRun] {
    text.pieces.flatMap { runs($0, mentions, query) }
  }

  static func runs(_ piece: PostText.Piece, _ mentions: [Mention], _ query: SearchQuery?) -> [TextRun] {
    var run =
      switch piece.run {
      case .text(let text): TextRun(text: text, kind: .plain)
      case .link(let link): TextRun(text: link.displayLabel(mentions: mentions), kind: kind(of: link), url: link.url)
      }
    run.emphasis = piece.emphasis
    return mark(run, query)
  }

  private static func kind(of link: Link) -> TextRun.Kind {
    switch link.kind {
    case .address: .link
    case .mention: .mention
    case .tag: .tag
    }
  }

  /// Splits a run so that each match of the query is a run of its own.
  static func mark(_ run: TextRun, _ query: SearchQuery?) -> [TextRun] {
    guard let query else { return [run] }
    var runs: [TextRun] = []
    func add(_ text: Substring, _ kind: TextRun.Kind) {
      runs.append(TextRun(text: String(text), kind: kind, url: run.url, emphasis: run.emphasis))
    }
    var end = run.text.startIndex
    for range in query.ranges(in: run.text) {
      if end < range.lowerBound { add(run.text[end..<range.lowerBound], run.kind) }
      add(run.text[range], .match)
      end = range.upperBound
    }
    if end < run.text.endIndex { add(run.text[end...], run.kind) }
    return runs
  }

  /// A symbol of its kind, and its description or the name of its kind.
  static func caption(_ media: Media) -> TextRun {
    let (sign, kind) = sign(of: media.kind)
    if let description = media.description, !description.isEmpty {
      let title = media.kind == .link ? Link(url: media.url ?? "", text: description).displayLabel() : description
      return TextRun(text: "\(sign) \(title)", kind: .media)
    }
    if media.kind == .link, let url = media.url { return TextRun(text: "\(sign) \(url)", kind: .media) }
    return TextRun(text: "\(sign) \(kind), no description", kind: .media)
  }

  private static func sign(of kind: Media.Kind) -> (sign: String, name: String) {
    switch kind {
    case .image: ("▣", "picture")
    case .video: ("▷", "video")
    case .gif: ("◇", "animation")
    case .audio: ("♪", "audio")
    case .link: ("→", "link")
    case .other: ("□", "attachment")
    }
  }

  private static func bars(_ poll: Poll) -> [PollBar] {
    poll.options.enumerated().map { number, option in
      let title = poll.ownVotes?.contains(number) == true ? "\(option.title) ✓" : option.title
      return PollBar(title: title, percent: poll.percent(of: option), votes: option.votes.map(Self.number) ?? "")
    }
  }

  /// The outcome in a list; nil if it adds nothing to the bars.
  private static func listedOutcome(of post: Post, at now: Date) -> String? {
    guard let poll = post.poll, poll.endsAt != nil || poll.allowsMultiple || hasUnknownVote(post) else { return nil }
    return outcome(of: post, poll, at: now)
  }

  /// Whether the user has voted, and the server does not say for what. Of authors it says so, too.
  private static func hasUnknownVote(_ post: Post) -> Bool {
    post.poll?.ownVotes?.isEmpty == true && post.author?.handle.lowercased() != post.ref.account?.key.lowercased()
  }

  /// “43 votes · closed”, “15 votes from 10 people · multiple choice · open until 2026-11-23 14:00”.
  /// - Parameter isFull: whether to mention that the result is unknown.
  static func outcome(of post: Post, _ poll: Poll, at now: Date, isFull: Bool = false) -> String {
    var parts = isFull ? ["result unknown"] : []
    if poll.options.contains(where: { $0.votes != nil }) {
      let voters = poll.allowsMultiple ? poll.voters ?? 0 : 0
      let people = voters > 0 ? " from \(count(voters, "person", "people"))" : ""
      parts = [count(poll.voteCount, "vote", "votes") + people]
    }
    if hasUnknownVote(post) { parts.append("you have voted") }
    if poll.allowsMultiple { parts.append("multiple choice") }
    parts.append(poll.hasEnded(at: now) ? "closed" : poll.endsAt.map { "open until \(LocalTime.minute($0))" } ?? "open")
    return parts.joined(separator: " · ")
  }

  private static func box(_ quote: Quote, query: SearchQuery?) -> QuoteBox {
    switch quote {
    case .shown(let post):
      let hides = post.fold.map { [TextRun(text: $0, kind: .plain)] }
      return QuoteBox(
        name: name(of: post.author), handle: handle(of: post.author),
        text: hides ?? runs(post.text, mentions: post.mentions, query: query), hasWarning: hides != nil)
    case .unavailable(_, let reason):
      return QuoteBox(name: "", handle: "", text: [TextRun(text: "The quoted post \(reason.clause).", kind: .plain)])
    }
  }

  private static func counts(of post: Post) -> [Count] {
    let counts: [(sign: String, count: Int?, isOwn: Bool)] = [
      ("↩", post.counts?.replies, false), ("⟲", post.counts?.reposts, post.viewer?.isReposted == true),
      ("♥", post.counts?.likes, post.viewer?.isFavourite == true),
    ]
    return counts.compactMap { sign, count, isOwn in
      guard let count, count != 0 else { return isOwn ? Count(text: sign, isOwn: true, isOwnOnly: true) : nil }
      return Count(text: "\(sign) \(number(count))", isOwn: isOwn, isOwnOnly: isOwn && count == 1)
    }
  }

  static func links(of post: Post) -> [String] {
    (post.text.links.map(\.url) + post.media.compactMap(\.url)).filter { !$0.isEmpty }.uniqued()
  }

  /// `940`, `12.3K`, `1.2M`.
  private static func number(_ count: Int) -> String {
    switch count {
    case ..<10_000: "\(count)"
    case ..<1_000_000: "\(count / 1_000).\(count / 100 % 10)K"
    default: "\(count / 1_000_000).\(count / 100_000 % 10)M"
    }
  }
}
