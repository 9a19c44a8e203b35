import Domain
import Pictures
import TerminalKit

/// Services that depend on the terminal.
struct TerminalServices {
  let clipboard: any Clipboard
  var programs: any TextPrograms = NoTextPrograms()
  /// Makes the reader of the picture on the clipboard for the user's program, which is empty by default, and the folder
  /// that stores pictures.
  var pictureClipboard: @MainActor (_ command: [String], _ folder: AttachmentFolder) -> any PictureClipboard = { _, _ in
    NoPictureClipboard()
  }
  /// Turns pictures into characters or pixels in the style of `pictureStyle`.
  var drawing: any PictureDrawing = NoPictureDrawing()
  var pictureStyle: @MainActor () -> PictureStyle = { PictureStyle() }
  /// The delay between the last scrolling and the loading of pictures, in seconds; nil for the default.
  var pictureDelay: Double?
  /// Plays videos and audio.
  var player: any MediaPlayer = NoPlayer()
  let quit: @MainActor () -> Void
  let suspend: @MainActor () -> Void
  let redraw: @MainActor () -> Void
}
