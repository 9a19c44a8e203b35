import Domain

/// Stop words in common languages, folded as in the search. Words of fewer than four letters have no effect, as
/// `WordCounter` ignores them.
enum CommonWords {
  static let all = Set(
    [english, german, french, spanish, portuguese, italian, dutch].joined(separator: " ").split(separator: " ")
      .map(String.init))

  private static let english = """
    about after again also always another because been before being could does doing done down each even ever every from \
    going gonna good have here into just know like made make many more most much must need never only other over really \
    same should some such sure than that thats their them then there these they thing think this those though through \
    time today under until very want wants well were what when where which while will with without would your yours youre \
    yeah cant dont didnt doesnt isnt wont havent
    """
  private static let german = """
    aber alle allem allen aller alles auch beim bitte dann dass dein deine denn deren dich diese diesem diesen dieser \
    dieses doch durch eben eine einem einen einer eines einfach etwas euch ganz gegen gerade gerne geht gibt habe haben \
    hast hatte hier ihre ihren immer jetzt kann kein keine keinen konnen konnte machen macht mehr mein meine meinen mich \
    mussen muss nach nicht nichts noch nur oder ohne schon sehr sein seine sich sind soll sollte sondern uber unser unter \
    viel viele vielleicht weil weiter wenn werden wieder will wird wirklich wurde wurden zwar
    """
  private static let french = """
    alors apres aussi autre autres avant avec avoir bien cela ceci cette comme comment contre dans deja depuis dont donc \
    elle elles encore entre etait etes etre fait faire faut jamais juste leur leurs mais meme moins notre nous parce pour \
    peut plus pourquoi quand quel quelle quelque rien sans sera sont sous sont suis sujet tout toute toutes tous tres trop \
    vers votre vous
    """
  private static let spanish = """
    algo alguien antes aqui asi aunque bien cada como cual cuando desde donde durante ella ellas ellos entonces entre era \
    eres esas esos esta estaba estan estas este esto estos estoy fueron gracias hace hacer hacia hasta hay luego mejor \
    menos mientras mismo mucho muchos nada nadie nosotros nuestra nuestro nunca otra otro para pero poco porque pues puede \
    quien sera siempre sino sobre solo tambien tampoco tanto tengo tiene tienen toda todas todo todos vamos verdad ustedes
    """
  private static let portuguese = """
    agora ainda alguem apenas aqui assim cada coisa com como contra depois desde deve dele dela eles elas entao essa esse \
    estou fazer foram gente isso isto mais mesmo minha muito muitos nada nao nossa nosso onde outra outro para pela pelo \
    porque pode pois pra quando quem sempre seja sera seus sobre tambem tem tenho tinha todo todos tudo vezes voce voces
    """
  private static let italian = """
    alla alle altri altro anche ancora allora bene che chi come comunque cosa cosi cui dalla della delle degli dello dopo \
    dove dovere ecco fare fatto hanno loro mentre mia mio molto nella nelle niente noi nostro ogni oggi per pero perche \
    pero piu poi prima proprio qualche quando quanto quella quelle quelli quello questa queste questi questo qui quindi \
    sempre senza siamo solo sono sopra stata stato sua suo sulla tra tutta tutte tutti tutto una vostro
    """
  private static let dutch = """
    alles alleen altijd andere bent bij daar dan dat deze dit doen door echt een eens geen goed haar heb hebben heeft hem \
    het hier hoe hun iemand iets jaar jouw jullie kan kunnen maar maken meer meer met mijn misschien moet moeten naar niet \
    nog ook onder onze over toch toen tot uit van veel voor waar waarom wanneer want wat weer wel welke werd wij wil wilt \
    worden wordt zal zelf zich zijn zoals zonder zou zouden
    """
}
