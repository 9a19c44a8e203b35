import Domain
import Pictures
import TerminalKit

/// Services that depend on the terminal.
struct TerminalServices {
  let clipboard: any Clipboard
  var programs: any TextPrograms = NoTextPrograms()
  /// The picture on the clipboard.
  /// - command: The user's program, or empty. folder: Where pictures are stored.
  var pictureClipboard: @MainActor (_ command: [String], _ folder: AttachmentFolder) -> any PictureClipboard = { _, _ in
    NoPictureClipboard()
  }
  /// Turns pictures into characters or pixels in the style of `pictureStyle`.
  var drawing: any PictureDrawing = NoPictureDrawing()
  var pictureStyle: @MainActor () -> PictureStyle = { PictureStyle() }
  /// How long the user must have stopped scrolling before pictures are loaded, in seconds; nil for the standard.
  var pictureDelay: Double?
  /// Plays videos and audio.
  var player: any MediaPlayer = NoPlayer()
  let quit: @MainActor () -> Void
  let suspend: @MainActor () -> Void
  let redraw: @MainActor () -> Void
}
