/// The picture of a tern over the sea, for the welcome and the about screen.
public enum TernPicture {
  public static let lines = [
    #"      _                    _"#,
    #"       `-._            _.-'"#,
    #"           `-._    _.-'"#,
    #"   -=<_________`--'__(o>-"#,
    #"      ~  ~~   ~   ~~~  ~   ~"#,
  ].map { StyledText($0, .accent) }
  public static let width = 30
}
