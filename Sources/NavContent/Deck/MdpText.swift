/// The text of a deck of mdp, with what its lines say as commands: `-> text <-` stands in the middle, `^` alone is a
/// pause.
struct MdpText {
  let text: String

  /// Nil for the decks of others.
  init?(_ matter: FrontMatter) {
    guard matter.dialect == .mdp else { return nil }
    var lines = LineCursor(matter.body)
    var text = ""
    var isCentered = false
    while let line = lines.next() {
      let content = line.trimmingBlanks()
      if content.hasPrefix("->"), content.hasSuffix("<-"), content.utf8.count >= 4 {
        if !isCentered { text += "\n<!-- alignment: center -->\n\n" }
        isCentered = true
        // Each line stays one.
        text += content.dropFirst(2).dropLast(2).trimmingBlanks() + "  \n"
        continue
      }
      if isCentered { text += "\n<!-- alignment: left -->\n\n" }
      isCentered = false
      text += content == "^" ? "\n<!-- pause -->\n\n" : line + "\n"
    }
    self.text = text
  }
}
