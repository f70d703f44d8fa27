import NavText
import Yams

/// Reads boards.
extension SceneReader {
  mutating func board(_ value: Node, title: String) throws(ContentError) -> SceneBoard {
    let fields = try SceneFields(
      value,
      of: "a board",
      keys: SceneKeys.board,
      in: source
    )
    var board = SceneBoard(
      title: try fields.line("title") ?? title,
      boxes: [],
      rules: [],
      origin: source.origin(of: value)
    )
    let boxes = try fields.sequence("boxes") ?? []
    guard !boxes.isEmpty else { throw fields.fault("there is no box: give one", at: "boxes") }
    for box in boxes {
      let read = try tolerating { reader throws(ContentError) in try reader.box(box) }
      if let read { board.boxes.append(read) }
    }
    // If a box is invalid, constraints on it can't be checked.
    guard board.boxes.count == boxes.count else { return board }
    let names = Set(board.boxes.map(\.name) + [SceneBoard.page])
    for text in try fields.sequence("constraints") ?? [] {
      let rule = try tolerating { reader throws(ContentError) in
        try reader.rule(text, between: names)
      }
      if let rule { board.rules.append(rule) }
    }
    return board
  }

  private func box(_ value: Node) throws(ContentError) -> SceneBoard.Box {
    let fields = try SceneFields(value, of: "a box", keys: SceneKeys.box, in: source)
    let name = try source.text(try fields.required("name"), named: "name")
    guard SceneBoard.Box.isName(name), name != SceneBoard.page else {
      throw fields.fault(
        "this can't name a box: give it a letter, then letters, digits, _ and -, 64 at most, "
          + "and not 'page'",
        at: "name"
      )
    }
    var box = SceneBoard.Box(name: name)
    box.title = try fields.line("title") ?? ""
    box.hasBorder = try fields.flag("border") ?? true
    box.document = TextDocument(markdown: try fields.text("text") ?? "")
    return box
  }

  private func rule(
    _ value: Node,
    between names: Set<String>
  ) throws(ContentError) -> SceneBoard.Rule {
    let text = try source.text(value, named: "constraints")
    var rule: SceneBoard.Rule
    do {
      rule = try SceneBoard.Rule(text)
    } catch {
      throw source.fault(error.description, at: value.mark)
    }
    rule.origin = source.origin(of: value)
    var used = [rule.box]
    if case .box(let other, _) = rule.target { used.append(other) }
    if let unknown = used.first(where: { !names.contains($0) }) {
      throw source.fault(
        "there is no box '\(unknown)': name one of the boxes, or page",
        at: value.mark
      )
    }
    guard rule.box != SceneBoard.page else {
      throw source.fault("a constraint begins with a box: put the page behind it", at: value.mark)
    }
    return rule
  }
}
