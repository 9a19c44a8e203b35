import Domain
import TerminalKit

/// Services that depend on the terminal.
struct TerminalServices {
  let clipboard: any Clipboard
  var programs: any TextPrograms = NoTextPrograms()
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
