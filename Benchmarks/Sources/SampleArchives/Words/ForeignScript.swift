/// Words of a non-Latin script, and the rest of a sentence.
///
/// No word contains a part that a search for another word of the script would match.
struct ForeignScript: Sendable {
  /// The language code of X.
  let language: String
  /// The words that are counted.
  let words: [String]
  /// The text between and after the words, which is not counted.
  let particles: [String]
  let space: String
  let end: String
  /// The index of its first word in the vocabulary.
  let firstWord: Int

  static let all = [japanese, korean, thai]

  static let japanese = ForeignScript(
    language: "ja",
    words: """
      灯台 海岸 鉄道 手紙 天気 図書 写真 音楽 料理 散歩 朝食 夜空 電車 友達 仕事 学校 病院 公園 花火 季節 旅館 温泉 山頂 森林 川辺 \
      映画 新聞 世界 時計 冬眠 夏祭 春風 秋雨 日記 家族 元気 猫背 犬小屋 魚屋 茶碗 牛乳 野菜 果物 卵焼 味噌 醤油 砂糖 塩辛
      """.split(separator: " ").map(String.init),
    particles: ["は", "が", "を", "に", "で", "と", "も", "から", "まで", "です", "でした", "をみた", "へいく", "はしずか", "のカメラ", "とラーメン"],
    space: "", end: "。", firstWord: SampleVocabulary.latinCount)

  static let korean = ForeignScript(
    language: "ko",
    words: """
      바다 하늘 구름 등대 편지 사진 음악 학교 친구 병원 공원 여행 기차 영화 신문 시계 겨울 여름 가족 고양이 강아지 물고기 우유 \
      커피
      """.split(separator: " ").map(String.init),
    particles: ["입니다", "에서", "를", "은", "과", "처럼", "했어요"], space: " ", end: ".",
    firstWord: japanese.firstWord + japanese.words.count)

  static let thai = ForeignScript(
    language: "th",
    words: """
      ประภาคาร ทะเล จดหมาย รถไฟ โรงเรียน เพื่อน ดนตรี หนังสือ อากาศ ภูเขา ดอกไม้ กาแฟ
      """.split(separator: " ").map(String.init),
    particles: ["และ", "ที่", "ใน", "กับ", "ของ"], space: "", end: " ", firstWord: korean.firstWord + korean.words.count)
}
