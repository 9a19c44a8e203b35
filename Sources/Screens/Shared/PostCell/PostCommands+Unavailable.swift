import TerminalKit

/// The commands for the selected post that are not available, with the reasons.
extension PostCommands {
  /// Without those of open menus.
  private static let onPost = [
    open, toggleWarning, links, authorProfile, people, versions, pictures, openInBrowser, copyAddress, copyText,
    openInPager,
    openInEditor,
  ]

  /// Has a reason for each command of a post. Those that are available are never looked up.
  /// - Parameter post: the selected post; nil if another row or none is selected.
  @MainActor
  public static func unavailableCommands(
    for post: PostCellViewModel?, at index: Int, presenter: any PostPresentation
  ) -> [UnavailableCommand] {
    guard post != nil else {
      return [UnavailableCommand](
        onPost + PostActionCommands.onPost + PostActionCommands.onAuthor, "No post selected")
        + PeopleCommands.unavailable
    }
    return [
      UnavailableCommand(open, "This post is already open"),
      UnavailableCommand(toggleWarning, "No content warning on this post"),
      UnavailableCommand(links, "No links in this post"),
      UnavailableCommand(authorProfile, "This account shows no profiles"),
      UnavailableCommand(people, "No notification selected"),
      UnavailableCommand(versions, "No earlier versions of this post"),
      UnavailableCommand(pictures, "No pictures in this post"),
    ] + PeopleCommands.unavailable + PostActionCommands.unavailableCommands(on: presenter.availability(at: index))
  }
}

extension PostActionCommands {
  public static let readOnlyReason = "This account is read-only"

  /// The reason that no action is possible on a post of a server that is read without an account.
  private static func reasonWithoutAccount(_ availability: PostActionAvailability) -> String {
    availability.otherAccounts.isEmpty
      ? "Sign in to an account first: this server is read without one"
      : "Choose the account that acts: this server is read without one"
  }

  static let onPost = [
    reply, quote, edit, redraft, favourite, repost, bookmark, vote, pin, muteThread, delete, translate,
  ]
  static let onAuthor = [
    ProfileActionCommands.followAuthor, ProfileActionCommands.mute, ProfileActionCommands.block,
    ProfileActionCommands.reposts, ProfileActionCommands.list, ProfileActionCommands.note,
    ProfileActionCommands.notify, ProfileActionCommands.endorse, ProfileActionCommands.report,
  ]

  static func unavailableCommands(on availability: PostActionAvailability) -> [UnavailableCommand] {
    if availability.isReadOnly {
      return [UnavailableCommand](
        onPost + onAuthor, availability.isWithoutAccount ? reasonWithoutAccount(availability) : readOnlyReason)
    }
    let ownPost = [UnavailableCommand](onAuthor, "This is your own post")
    let otherPost = [UnavailableCommand]([edit, redraft, pin, delete], "This is not your post")
    return (availability.isOwn ? ownPost : otherPost) + [
      UnavailableCommand(translate, "This server does not translate this post"),
      UnavailableCommand(vote, "No open poll in this post"),
      UnavailableCommand(quotePolicy, availability.isOwn ? "This server has no such setting" : "This is not your post"),
      UnavailableCommand(revokeQuote, "This post does not quote a post of yours"),
      UnavailableCommand(asAnotherAccount, "You have no other account that can act on this post"),
      UnavailableCommand(ProfileActionCommands.reposts, "You don’t follow this account"),
      UnavailableCommand(ProfileActionCommands.notify, "You don’t follow this account"),
      UnavailableCommand(ProfileActionCommands.endorse, "You don’t follow this account"),
      ProfileActionCommands.unavailableList(availability.profileActions),
      UnavailableCommand(ProfileActionCommands.accept, "No follow request selected"),
      UnavailableCommand(ProfileActionCommands.refuse, "No follow request selected"),
      UnavailableCommand(ProfileActionCommands.dismiss, "No notification selected"),
    ] + [UnavailableCommand](onPost + onAuthor, "Not available for this post")
  }
}
