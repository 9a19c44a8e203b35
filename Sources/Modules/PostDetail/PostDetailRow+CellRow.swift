import PostCell
import TerminalKit

extension PostDetailRow: CellRow {
  var indent: Int { level * 2 }

  func lines(width: Int) -> [StyledText] {
    switch content {
    case .post(let post):
      return post.lines(width: width)
    case .unavailable(let sentence, let id):
      let name = id.map { StyledText("Post \($0)", .muted) } ?? StyledText()
      return TextLayout.wrap(StyledText(sentence, .notice), width: width) + TextLayout.wrap(name, width: width)
    }
  }
}
