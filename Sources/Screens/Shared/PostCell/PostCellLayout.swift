import Domain
import TerminalKit

/// Lays out a post as the lines of its cell.
@MainActor
public struct PostCellLayout {
  /// The maximum width in cells, for readability.
  public static let maxTextWidth = Rect.maxTextWidth
  /// The number of lines of text in a list. Longer text ends with the key that opens the post.
  private static let maxTextLength = 10
  /// The minimum width in cells at which a date is followed by the time of day.
  private static let minWidthWithTime = 36

  let width: Int
  /// Whether long text is laid out to its end.
  private let isComplete: Bool

  /// - Parameter isComplete: whether long text is laid out to its end.
  public init(width: Int, isComplete: Bool = false) {
    self.width = max(1, min(width, Self.maxTextWidth))
    self.isComplete = isComplete
  }

  /// The lines without pictures.
  public func lines(of post: PostCellViewModel) -> [StyledText] { layout(of: post, pictureHeight: 0).lines }

  /// - Parameter pictureHeight: the maximum height of a picture in lines; 0 for no pictures. Dense cells have none.
  public func layout(of post: PostCellViewModel, pictureHeight: Int) -> RowLayout {
    let isDense = post.details == nil && post.density != .comfortable
    guard post.images.hasAvatar, pictureHeight > 0, !isDense,
      let textWidth = AvatarSpace.width(besideAvatarIn: width)
    else { return content(of: post, pictureHeight) }
    let text = PostCellLayout(width: textWidth, isComplete: isComplete)
    return AvatarSpace.layout(beside: text.content(of: post, pictureHeight))
  }

  private func content(of post: PostCellViewModel, _ pictureHeight: Int) -> RowLayout {
    if let details = post.details { return comfortable(post, pictureHeight, end: footer(post, details)) }
    switch post.density {
    case .comfortable:
      let counts = post.hasCountsLine ? wrap(counts(post.counts, separator: "   "), width: width) : []
      return comfortable(post, pictureHeight, end: counts)
    case .compact: return RowLayout(lines: compactLines(of: post))
    case .line: return RowLayout(lines: [line(of: post)])
    }
  }

  /// The posts of one author as one text: one heading, then the contents, and the links of all.
  public func lines(ofChain posts: [PostCellViewModel]) -> [StyledText] {
    guard let first = posts.first else { return [] }
    var text = heading(first)
    for (index, post) in posts.enumerated() { text += (index == 0 ? [] : [StyledText()]) + body(of: post).lines }
    var number = 0
    var links: [StyledText] = []
    for post in posts {
      for url in post.links {
        number += 1
        if !post.isFolded { links += linkLines(number: number, url: url) }
      }
    }
    let facts = ["\(posts.count) posts as one text"] + (first.details?.facts ?? [])
    let end = wrap(counts(first.counts, separator: " · "), width: width) + wrap(facts.joined(separator: " · "), .muted)
    return [text, links, end].filter { !$0.isEmpty }.enumerated().flatMap {
      ($0.offset == 0 ? [] : [StyledText()]) + $0.element
    }
  }

  private func comfortable(_ post: PostCellViewModel, _ pictureHeight: Int, end: [StyledText]) -> RowLayout {
    let top = heading(post)
    var layout = body(of: post, pictureHeight)
    layout.lines = top + layout.lines + end
    for index in layout.pictures.indices { layout.pictures[index].line += top.count }
    return layout
  }

  /// The text, the pictures with their descriptions, and the rest.
  private func body(of post: PostCellViewModel, _ pictureHeight: Int = 0) -> RowLayout {
    var lines: [StyledText] = []
    if let warning = post.warning { lines += warningLines(warning, post) }
    guard !post.isFolded else { return RowLayout(lines: lines) }
    if let translation = post.translation { lines += wrap(translation, .muted) }
    lines += post.text.isEmpty ? [] : textLines(emojis(in: styled(post.text), of: post), post.keys)
    var spaces: [PictureSpace] = []
    if let strip = PictureStrip(post.pictures, width: width, maxHeight: pictureHeight) {
      spaces = strip.pictures.map { picture in
        PictureSpace(
          number: picture.number, line: lines.count, column: picture.column,
          size: Size(width: picture.width, height: strip.height))
      }
      lines += Array(repeating: StyledText(), count: strip.height)
    }
    return RowLayout(lines: lines + contentBelowText(post), pictures: spaces)
  }

  /// The mark of the account, name, handle, remarks, and the age at the right edge. Remarks that do not fit are wrapped
  /// below; the account is named only if there is room.
  private func heading(_ post: PostCellViewModel) -> [StyledText] {
    let name = mark(of: post) + post.images.nameEmojis.replacingShortcodes(in: StyledText(post.name, .bold))
    let handle = StyledText(post.handle, .muted)
    // A narrow cell shows the date without the time of day.
    let time = width < Self.minWidthWithTime ? String(post.age.prefix { $0 != " " }) : post.age
    let ownCounts = post.details == nil && !post.hasCountsLine ? counts(post.counts, separator: " ") : StyledText()
    let age = ownCounts.spans.isEmpty ? StyledText(time, .muted) : ownCounts + StyledText("  \(time)", .muted)
    let available = width - (time.isEmpty ? 0 : TextLayout.width(of: age.plain) + 1)
    let account = post.account.map { ["in \($0.name)"] } ?? []
    for remarks in [account + post.remarks, post.remarks] where !remarks.isEmpty {
      let remarks = StyledText("  \(remarks.joined(separator: " · "))", .muted)
      let all = name + StyledText(post.handle.isEmpty ? "" : "  ") + handle + remarks
      if TextLayout.width(of: all.plain) <= available { return [TextLayout.justified(all, age, width: width)] }
    }
    let byline = TextLayout.joined(name, handle, width: available)
    let remarks = post.remarks.joined(separator: " · ")
    return [TextLayout.justified(byline, age, width: width)] + (remarks.isEmpty ? [] : wrap(remarks, .muted))
  }

  /// The letter of the account; empty in a list of one account.
  private func mark(of post: PostCellViewModel) -> StyledText {
    post.account.map { $0.text + StyledText("│", .rule) } ?? StyledText()
  }

  private func warningLines(_ warning: PostCellViewModel.Warning, _ post: PostCellViewModel) -> [StyledText] {
    let lines = wrap(emojis(in: StyledText(warning.text, .notice), of: post), width: width)
    return self.lines(lines, followedBy: warning.isRevealed ? post.keys.fold : post.keys.reveal)
  }

  /// Lines with a key hint at the right edge of the last one, or below it if there is no space.
  private func lines(_ lines: [StyledText], followedBy hint: String) -> [StyledText] {
    if hint.isEmpty { return lines }
    guard let last = lines.last, TextLayout.width(of: last.plain + hint) + 2 <= width else {
      return lines + [StyledText(hint, .muted)]
    }
    return lines.dropLast() + [TextLayout.justified(last, StyledText(hint, .muted), width: width)]
  }

  private func contentBelowText(_ post: PostCellViewModel) -> [StyledText] {
    var lines = self.lines(of: post.media, "attachment", "attachments") { index, media in
      wrap(styled(media), width: width) + (post.cards[index].map(cardLines) ?? [])
    }
    lines = self.lines(lines, followedBy: post.namesPictureKeys ? post.keys.pictures : "")
    lines += pollLines(of: post)
    if let quote = post.quote { lines += quoteLines(quote, post.images) }
    return lines
  }

  /// The site, the author and the summary of a linked page: one line if it fits or the cell is narrow, else two.
  private func cardLines(_ card: PostCellViewModel.Card) -> [StyledText] {
    let parts = [card.byline, card.summary].filter { !$0.isEmpty }
    let indent = TextLayout.width(of: "→ ")
    let all = parts.joined(separator: " · ")
    let lines = width < Self.minWidthWithTime || TextLayout.width(of: all) + indent <= width ? [all] : parts
    return lines.filter { !$0.isEmpty }.map { line in
      StyledText(String(repeating: " ", count: indent))
        + TextLayout.truncate(StyledText(line, .muted), to: max(1, width - indent))
    }
  }

  private func textLines(_ text: StyledText, _ keys: PostCellViewModel.KeyNames) -> [StyledText] {
    if isComplete { return wrap(text, width: width) }
    let (lines, rest) = bounded(text, width: width)
    guard lines.count > Self.maxTextLength + 1 else { return lines }
    let more = lines.count - Self.maxTextLength + rest
    let readMore = keys.readMore.isEmpty ? "" : ": \(keys.readMore)"
    return lines.prefix(Self.maxTextLength) + wrap("… \(more) more lines\(readMore)", .muted)
  }

  private func pollLines(of post: PostCellViewModel) -> [StyledText] {
    lines(of: post.poll, "option", "options") { pollLines($1, of: post) }
      + (post.pollOutcome.map { wrap($0, .muted) } ?? [])
  }

  private func pollLines(_ bar: PostCellViewModel.PollBar, of post: PostCellViewModel) -> [StyledText] {
    let target = bar.url.map(MouseTarget.link)
    let title = emojis(in: StyledText(bar.title, .plain, target: target), of: post)
    guard let percent = bar.percent else {
      return wrap(StyledText("○ ", .plain, target: target) + title, width: width)
    }
    let barWidth = min(20, max(4, width / 4))
    let filled = (percent * barWidth + 50) / 100
    let votes = post.details != nil ? StyledText("  \(bar.votes)", .muted) : StyledText()
    let label = wrap(title + votes, width: max(1, width - barWidth - 7))
    return label.enumerated().map { index, line in
      guard index == 0 else { return StyledText(String(repeating: " ", count: barWidth + 7)) + line }
      let figure = String(repeating: " ", count: max(0, 3 - "\(percent)".count)) + "\(percent)%"
      return StyledText([
        .init(String(repeating: "━", count: filled), .accent, target: target),
        .init(String(repeating: "─", count: barWidth - filled), .muted, target: target), .init(" \(figure)  ", .muted),
      ]) + line
    }
  }

  private func quoteLines(
    _ quote: PostCellViewModel.QuoteBox, _ images: PostCellViewModel.Images
  ) -> [StyledText] {
    let bar = StyledText("│ ", .muted)
    var lines: [StyledText] = []
    if !quote.name.isEmpty {
      let name = images.quoteNameEmojis.replacingShortcodes(in: StyledText(quote.name, .bold))
      let handle = StyledText(quote.handle, .muted)
      lines.append(TextLayout.joined(name, handle, width: max(1, width - 2)))
    }
    let quoted = styled(quote.text, plain: quote.name.isEmpty ? .muted : .plain)
    let text = wrap(images.quoteEmojis.replacingShortcodes(in: quoted), width: max(1, width - 2))
    lines += isComplete ? text : Array(text.prefix(4))
    if !isComplete, text.count > 4 { lines.append(StyledText("…", .muted)) }
    return lines.map { bar + $0 }
  }

  /// Text of the post with its custom emoji as images.
  private func emojis(in text: StyledText, of post: PostCellViewModel) -> StyledText {
    post.images.emojis.replacingShortcodes(in: text)
  }

  private func styled(_ runs: [PostCellViewModel.TextRun], plain: Style = .plain) -> StyledText {
    StyledText(runs, plain: plain)
  }

  private func counts(_ counts: [PostCellViewModel.Count], separator: String) -> StyledText {
    StyledText(
      counts.enumerated().flatMap { number, count in
        (number == 0 ? [] : [StyledText.Span(separator, .muted)])
          + [StyledText.Span(count.text, count.isOwn ? .accentBold : .muted)]
      })
  }

  func wrap(_ text: String, _ style: Style) -> [StyledText] {
    wrap(StyledText(text, style), width: width)
  }
}

// MARK: - Compact densities

extension PostCellLayout {
  /// The number of text lines in a compact cell.
  private static let maxCompactLines = 2
  /// The width in cells of the name column in cells of one line.
  private static let nameWidth = 18

  /// Name and age, the warning with its key, the first lines of the text, and the poll options.
  private func compactLines(of post: PostCellViewModel) -> [StyledText] {
    var start = Array(heading(post).prefix(1))
    if let warning = post.warning {
      start += warningLines(warning, post)
      if post.isFolded { return start }
    }
    let lines = bounded(summary(of: post), width: width).lines
    let shown = lines.prefix(Self.maxCompactLines)
    let poll = pollLines(of: post)
    guard lines.count > shown.count, let last = shown.last else { return start + shown + poll }
    let cut = TextLayout.truncate(last + StyledText(" ") + lines[shown.count], to: width)
    return start + shown.dropLast() + [cut] + poll
  }

  private func line(of post: PostCellViewModel) -> StyledText {
    let whole = post.images.nameEmojis.replacingShortcodes(in: StyledText(post.briefName, .bold))
    let name = TextLayout.truncate(whole, to: min(Self.nameWidth, width / 3))
    let gap = max(1, min(Self.nameWidth, width / 3) - TextLayout.width(of: name.plain) + 1)
    let start = mark(of: post) + name + StyledText(String(repeating: " ", count: gap))
    return TextLayout.justified(start + summary(of: post), StyledText(post.age, .muted), width: width)
  }

  /// The whole content of a post as one line.
  private func summary(of post: PostCellViewModel) -> StyledText {
    if let warning = post.warning, post.isFolded { return StyledText(warning.text, .notice) }
    // A compact cell shows the options below.
    let poll = post.density == .compact ? [] : post.poll.map { emojis(in: StyledText("○ \($0.title)"), of: post) }
    let parts = [emojis(in: styled(post.text), of: post)] + post.media.map { styled($0) } + poll
    let spans = parts.filter { !$0.spans.isEmpty }.flatMap { [StyledText.Span(" ")] + $0.spans }.dropFirst()
    return StyledText(
      spans.map { span in
        var span = span
        span.text = String(span.text.map { $0.isNewline ? " " : $0 })
        span.target = nil
        return span
      })
  }
}

// MARK: - The full post

extension PostCellLayout {
  /// The lines below the content of a full post: the addresses of its links, counts and facts.
  func footer(_ post: PostCellViewModel, _ details: PostCellViewModel.Details) -> [StyledText] {
    let links =
      post.isFolded ? [] : lines(of: post.links, "link", "links") { linkLines(number: $0 + 1, url: $1) }
    let counts = self.counts(post.counts, separator: " · ")
    let facts = StyledText(details.facts.joined(separator: " · "), .muted)
    let isOneLine = !post.counts.isEmpty && !post.hasCountsLine && !details.facts.isEmpty
    let figures =
      isOneLine
      ? wrap(counts + StyledText(" · ", .muted) + facts, width: width)
      : wrap(counts, width: width) + wrap(facts, width: width)
    let address =
      details.address.map { address in
        wrap(StyledText(WebAddress.displayText(address), .muted, target: .link(address)), width: width)
      } ?? []
    return [links, figures + address].filter { !$0.isEmpty }.flatMap { [StyledText()] + $0 }
  }

  /// The number and address of a link. Wrapped lines are indented to the address.
  private func linkLines(number: Int, url: String) -> [StyledText] {
    let mark = "[\(number)] "
    let lines = wrap(
      StyledText(WebAddress.displayText(url), .link, target: .link(url)), width: max(1, width - mark.count))
    return lines.enumerated().map { index, line in
      StyledText(index == 0 ? mark : String(repeating: " ", count: mark.count), .muted) + line
    }
  }
}

extension StyledText {
  /// Styles each run by its kind.
  public init(_ runs: [PostCellViewModel.TextRun], plain: Style = .plain) {
    self.init(runs.map { Span($0.text, $0.style(plain: plain), target: $0.url.map(MouseTarget.link)) })
  }
}

extension PostCellViewModel.TextRun {
  /// - Parameter plain: the style of runs that are neither a link nor a match.
  fileprivate func style(plain: Style) -> Style {
    var style: Style =
      switch kind {
      case .plain: emphasis.contains(.code) && plain.color == .plain ? .code : plain
      case .link: .link
      case .mention: .mention
      case .tag: .tag
      case .media: .media
      case .match: .match
      case .number: .muted
      }
    if emphasis.contains(.strong) { style.attributes.insert(.bold) }
    if emphasis.contains(.emphasized) { style.attributes.insert(.italic) }
    return style
  }
}
