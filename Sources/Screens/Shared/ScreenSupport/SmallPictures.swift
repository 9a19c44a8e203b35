import Domain
import PostCell
import TerminalKit

/// Pictures that many posts share: custom emoji and avatars.
enum SmallPicture {
  /// Used as the ID of the post, so that the same picture of several posts is loaded once. No post has this ID.
  static let postID = PostID("")

  /// - Parameter account: the account that the picture is read in.
  static func picture(_ url: String, in account: AccountID?) -> PostPicture {
    PostPicture(Media(kind: .image, url: url), of: PostRef(account: account, id: postID))
  }
}

extension PostPictures {
  /// The content that the cell of a post draws as pictures. Only terminals with pixels show custom emoji and avatars,
  /// and only comfortable cells have space for more than emoji.
  public func images(of post: Post, in density: Density = .comfortable) -> PostCellViewModel.Images {
    var images = PostCellViewModel.Images()
    let hasSpace = density == .comfortable
    if hasSpace { images.pictures = pictures(of: post) }
    let account = post.ref.account
    let hasEmojis = hasAvailable(post.namedEmojis, in: account)
    guard hasEmojis || hasSpace && avatars.value, drawsSmallPictures else { return images }
    images.hasAvatar = hasSpace && avatars.value
    guard hasEmojis else { return images }
    images.emojis = loadedEmojis(post.emojis, in: account)
    images.nameEmojis = loadedEmojis(post.author?.images?.emojis ?? [], in: account)
    if case .shown(let quoted)? = post.quote {
      images.quoteEmojis = loadedEmojis(quoted.emojis, in: account)
      images.quoteNameEmojis = loadedEmojis(quoted.author?.images?.emojis ?? [], in: account)
    }
    return images
  }

  public func loadedEmojis(_ emojis: [CustomEmoji], in account: AccountID?) -> EmojiImages {
    var loaded = EmojiImages()
    guard hasAvailable(emojis, in: account), drawsSmallPictures else { return loaded }
    for emoji in emojis {
      let picture = SmallPicture.picture(emoji.url, in: account)
      loaded[emoji.shortcode] = loadedImage(of: picture, size: InlineImage.size).flatMap { InlineImage($0) }
    }
    return loaded
  }

  /// Whether posts and profiles have a space for an avatar.
  public var hasAvatars: Bool { avatars.value && drawsSmallPictures }

  /// The avatar of a profile, to be loaded and drawn; nil if it has none, or none that can be drawn now.
  public func avatar(of profile: Profile, in account: AccountID?) -> PostPicture? {
    guard let url = profile.images?.avatar else { return nil }
    let picture = SmallPicture.picture(url, in: account)
    return isAvailable(picture) ? picture : nil
  }

  /// The custom emoji of a post that can be loaded.
  public func emojis(of post: Post) -> [PostPicture] { emojis(post.namedEmojis, in: post.ref.account) }

  /// The custom emoji that can be loaded, to be drawn.
  public func emojis(_ emojis: [CustomEmoji], in account: AccountID?) -> [PostPicture] {
    let available = emojis.map { SmallPicture.picture($0.url, in: account) }.filter(isAvailable)
    return available.isEmpty || !drawsSmallPictures ? [] : available
  }

  /// Whether any image can be drawn now. Checked first, so that the terminal is queried for pixels only if necessary.
  private func hasAvailable(_ emojis: [CustomEmoji], in account: AccountID?) -> Bool {
    fetching.value != .never && emojis.contains { isAvailable(SmallPicture.picture($0.url, in: account)) }
  }
}

extension Post {
  /// The custom emoji whose shortcodes its cell contains: of text, author and quoted post.
  fileprivate var namedEmojis: [CustomEmoji] {
    var named = emojis.filter { $0.isNamed(in: text.plain) || isNamedBesidesText($0) }
    if let author { named += (author.images?.emojis ?? []).filter { $0.isNamed(in: author.name) } }
    if case .shown(let quoted)? = quote { named += quoted.namedEmojis }
    return named
  }

  private func isNamedBesidesText(_ emoji: CustomEmoji) -> Bool {
    emoji.isNamed(in: warning ?? "") || (poll?.options ?? []).contains { emoji.isNamed(in: $0.title) }
  }
}

extension CustomEmoji {
  fileprivate func isNamed(in text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: ":")) && text.contains(":\(shortcode):")
  }
}
