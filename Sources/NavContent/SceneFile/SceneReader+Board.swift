import NavText
import Yams

/// Boxes that are placed by constraints.
extension SceneReader {
  func board(_ value: Node, title: String) throws(ContentError) -> SceneBoard {
    let fields = try SceneFields(
      value,
      of: "a board",
      keys: ["title", "boxes", "constraints"],
      in: source
    )
    var board = SceneBoard(
      title: try fields.line("title") ?? title,
      boxes: [],
      rules: [],
      origin: source.origin(of: value)
    )
    for box in try fields.sequence("boxes") ?? [] { board.boxes.append(try self.box(box)) }
    guard !board.boxes.isEmpty else {
      throw fields.fault("there is no box: give one", at: "boxes")
    }
    let names = Set(board.boxes.map(\.name) + [SceneBoard.page])
    for text in try fields.sequence("constraints") ?? [] {
      board.rules.append(try rule(text, between: names))
    }
    return board
  }

  private func box(_ value: Node) throws(ContentError) -> SceneBoard.Box {
    let keys = ["name", "title", "text", "border"]
    let fields = try SceneFields(value, of: "a box", keys: keys, in: source)
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
    var lines = LineCursor(try fields.text("text") ?? "")
    while let line = lines.next() { box.lines.append(sanitized(String(line))) }
    return box
  }

  private func rule(
    _ value: Node,
    between names: Set<String>
  ) throws(ContentError) -> SceneBoard.Rule {
    let text = try source.text(value, named: "constraints")
    let rule: SceneBoard.Rule
    do {
      rule = try SceneBoard.Rule(text)
    } catch {
      throw source.fault(error.description, at: value.mark)
    }
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
