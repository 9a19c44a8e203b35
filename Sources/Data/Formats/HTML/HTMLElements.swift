/// The meaning of HTML elements for plain text.
enum HTMLElements {
  /// All element names. `<name>` with any other name is text.
  static let all: Set<String> = Set(
    """
    a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br button canvas
    caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset
    figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input
    ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol
    optgroup option output p param picture pre progress q rb rp rt rtc ruby s samp script search section select slot
    small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time
    title tr track tt u ul var video wbr
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  static let maxNameWidth = 10

  static let attributesWithoutValue: Set<String> = [
    "allowfullscreen", "async", "autoplay", "checked", "controls", "default", "defer", "disabled", "download",
    "hidden", "inert", "ismap", "itemscope", "loop", "multiple", "muted", "nomodule", "noshade", "nowrap", "open",
    "playsinline", "readonly", "required", "reversed", "selected",
  ]

  /// Void elements, without an end tag.
  static let empty: Set<String> = [
    "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
  ]

  /// Elements whose content is not displayed.
  static let unread: Set<String> = ["head", "iframe", "noframes", "script", "style", "template", "title"]

  /// Elements with a blank line before and after.
  static let paragraphs: Set<String> = [
    "address", "blockquote", "dl", "fieldset", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "menu", "ol", "p",
    "pre", "table", "ul",
  ]

  /// Elements that start and end on a separate line.
  static let lines: Set<String> = [
    "article", "aside", "center", "dd", "details", "dialog", "div", "dt", "figcaption", "footer", "form", "header",
    "li", "main", "nav", "section", "summary", "tr",
  ]

  /// Formulas and drawings, whose content are elements of other standards. Self-closing ones end with `/>`.
  static let foreign: Set<String> = ["math", "svg"]

  static let lists: Set<String> = ["dir", "menu", "ol", "ul"]
}
