/// What the roles of a screen look like. A theme that has no ground of its own leaves the terminal its background, and is
/// made for dark ones or for light ones.
public struct Theme: Hashable, Sendable {
  /// What something is painted with.
  public enum Paint: Hashable, Sendable {
    case rgb(RGB)
    /// One of the sixteen colours that the person has given the terminal.
    case terminal(Int)
  }

  /// How one role looks.
  public struct Look: Hashable, Sendable {
    /// nil is that of text.
    public var color: Paint?
    /// nil is what the role stands on.
    public var background: Paint?
    public var attributes: Style.Attributes

    public init(_ color: Paint? = nil, on background: Paint? = nil, _ attributes: Style.Attributes = []) {
      self.color = color
      self.background = background
      self.attributes = attributes
    }
  }

  /// As the person names it: `high-contrast`.
  public let name: String
  /// Whether it is made for light backgrounds.
  public let isLight: Bool
  /// The background; nil is the terminal's own.
  public var ground: Paint?
  /// What the row looks like that is selected. Its colour is that of plain text there.
  public var selection: Look
  /// By roles; those that are missing look like text.
  public var looks: [Style.Color: Look]

  public init(
    name: String, isLight: Bool = false, ground: Paint? = nil, selection: Look = Look(),
    looks: [Style.Color: Look] = [:]
  ) {
    self.name = name
    self.isLight = isLight
    self.ground = ground
    self.selection = selection
    self.looks = looks
  }

  /// How something of a style looks. A colour or background of nil is the terminal's own.
  public func look(of style: Style) -> Look {
    let role = looks[style.color] ?? Look()
    let isSelected = style.ground == .selection
    var look = role
    if isSelected, style.color == .plain, selection.color != nil { look.color = selection.color }
    look.color = look.color ?? looks[.plain]?.color
    look.background = role.background ?? (isSelected ? selection.background : nil) ?? ground
    look.attributes.formUnion(style.attributes)
    if isSelected { look.attributes.formUnion(selection.attributes) }
    return look
  }
}
