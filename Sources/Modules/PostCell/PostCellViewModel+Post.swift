import Domain
import FoundationEssentials

extension PostCellViewModel {
  /// - Parameters:
  ///   - now: what ages are counted from.
  ///   - answered: who wrote the post that this one answers, where that is known.
  ///   - query: what was searched for; its words are marked.
  ///   - isRevealed: whether a content warning hides nothing.
  ///   - keys: what is said of keys.
  ///   - time: how it says when it was written.
  ///   - density: how much of it is drawn.
  public init(
    _ post: Post, now: Date, answered: Profile? = nil, query: SearchQuery? = nil, isRevealed: Bool = false,
    keys: KeyNames = .standard, time: TimeStyle = .ages, density: Density = .comfortable
  ) {
    self.init(
      id: "\(post.id.rawValue)\u{0}\(post.key.repostedBy ?? "")\u{0}\(post.key.notification ?? "")",
      name: Self.name(of: post.author),
      handle: Self.handle(of: post.author),
      age: post.shownDate.map { time.words(for: $0, at: now) } ?? "",
      remarks: Self.origins(of: post, answered: answered) + Self.standing(of: post),
      warning: post.fold.map { Warning(text: $0, isRevealed: isRevealed) },
      text: Self.runs(post.text, query: query),
      media: post.media.map { Self.mark(Self.caption($0), query) },
      poll: post.poll.map(Self.bars) ?? [],
      pollOutcome: post.poll.flatMap { Self.listedOutcome(of: $0, at: now) },
      quote: post.quote.map { Self.box($0, query: query) },
      counts: Self.counts(of: post),
      links: Self.links(of: post),
      keys: keys, density: density
    )
  }

  /// The same where all posts are the reader's own, as in an archive: in place of the author stand the date and the counts.
  public func withoutAuthor(writtenAt date: Date?) -> Self {
    var cell = self
    (cell.name, cell.handle) = (date.map(LocalTime.minute) ?? "", "")
    (cell.remarks, cell.counts) = (remarks + counts.map(\.text), [])
    // An age that is a date has been said.
    if cell.name.hasPrefix(age) { cell.age = "" }
    return cell
  }

  static func name(of profile: Profile?) -> String { profile?.displayName ?? "Unknown author" }

  /// Who it is where there is room for one alone: a name that looks like a handle is none.
  var briefName: String { name.contains("@") && !handle.isEmpty ? handle : name }

  static func handle(of profile: Profile?) -> String {
    profile.map { $0.handle.isEmpty ? "" : "@\($0.handle)" } ?? ""
  }

  /// How the post came here.
  static func origins(of post: Post, answered: Profile? = nil) -> [String] {
    var origins = post.notification.map { [$0.words(isAboutPost: post.isPost)] } ?? []
    if let repost = post.repost { origins.append("⟲ reposted by \(repost.by?.nameAndHandle ?? "someone")") }
    if let whom = answered ?? post.replyToAuthor {
      origins.append("↩ \(whom.label)")
    } else if post.replyTo != nil {
      origins.append("↩ in reply to another post")
    }
    return origins
  }

  /// What has become of the post, and who may read it where that is not everyone.
  static func standing(of post: Post) -> [String] {
    var standing: [String] = []
    standing += PostState.allCases.filter(post.states.contains).map(\.rawValue)
    if post.viewer?.isBookmarked == true { standing.append("bookmarked") }
    if post.viewer?.isThreadMuted == true { standing.append("conversation muted") }
    switch post.visibility {
    case .direct: standing.append("direct")
    case .public, nil: break
    case let visibility?: standing.append(visibility.fact)
    }
    return standing
  }

  public static func runs(_ text: PostText, query: SearchQuery?) -> [TextRun] {
    text.pieces.flatMap { runs($0, query) }
  }

  static func runs(_ piece: PostText.Piece, _ query: SearchQuery?) -> [TextRun] {
    var run =
      switch piece.run {
      case .text(let text): TextRun(text: text, kind: .plain)
      case .link(let link): TextRun(text: link.honestLabel, kind: kind(of: link), url: link.url)
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

  /// The run cut where words of the query stand.
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

  /// A sign of its kind, and what it shows; where nobody says that, what it is.
  static func caption(_ media: Media) -> TextRun {
    let (sign, kind) = sign(of: media.kind)
    if let description = media.description, !description.isEmpty {
      return TextRun(text: "\(sign) \(description)", kind: .media)
    }
    if media.kind == .link, let url = media.url { return TextRun(text: "\(sign) \(url)", kind: .media) }
    return TextRun(text: "\(sign) \(kind) without description", kind: .media)
  }

  private static func sign(of kind: Media.Kind) -> (sign: String, name: String) {
    switch kind {
    case .image: ("▣", "image")
    case .video: ("▷", "video")
    case .gif: ("◇", "animation")
    case .audio: ("♪", "sound")
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

  /// In a list, only where it says more than the bars do.
  private static func listedOutcome(of poll: Poll, at now: Date) -> String? {
    poll.endsAt == nil && !poll.allowsSeveral ? nil : outcome(of: poll, at: now)
  }

  /// “43 votes · closed”, “15 votes of 10 people · several answers · open until 2026-11-23 14:00”.
  /// - Parameter isFull: whether it is said that the result is not known.
  static func outcome(of poll: Poll, at now: Date, isFull: Bool = false) -> String {
    var parts = isFull ? ["result not known"] : []
    if poll.options.contains(where: { $0.votes != nil }) {
      let voters = poll.allowsSeveral ? poll.voters ?? 0 : 0
      let people = voters > 0 ? " of \(count(voters, "person", "people"))" : ""
      parts = [count(poll.voteCount, "vote", "votes") + people]
    }
    if poll.allowsSeveral { parts.append("several answers") }
    parts.append(poll.isOver(at: now) ? "closed" : poll.endsAt.map { "open until \(LocalTime.minute($0))" } ?? "open")
    return parts.joined(separator: " · ")
  }

  private static func box(_ quote: Quote, query: SearchQuery?) -> QuoteBox {
    switch quote {
    case .shown(let post):
      let hides = post.fold.map { [TextRun(text: $0, kind: .plain)] }
      return QuoteBox(
        name: name(of: post.author), handle: handle(of: post.author),
        text: hides ?? runs(post.text, query: query), hasWarning: hides != nil)
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
      guard let count, count != 0 else { return isOwn ? Count(text: sign, isOwn: true) : nil }
      return Count(text: "\(sign) \(number(count))", isOwn: isOwn)
    }
  }

  static func links(of post: Post) -> [String] {
    var seen: Set<String> = []
    return (post.text.links.map(\.url) + post.media.compactMap(\.url)).filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
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
