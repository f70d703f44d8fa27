import NavBase

extension SceneNodeKind {
  static let tree = SceneNodeKind("tree") { reader, node throws(ContentError) in
    let order = TreeOrder(
      showsHidden: try node.fields.flag("hidden") ?? false,
      sort: try node.fields.choice("sort") ?? .name
    )
    let path = try reader.existingPath(node.value, named: "tree")
    return reader.reference(to: .tree(path: path, order: order), node)
  }

  static let docs = SceneNodeKind("docs") { reader, node throws(ContentError) in
    let path = try reader.existingPath(node.value, named: "docs")
    return reader.reference(to: .docs(path: path), node)
  }

  static let outline = SceneNodeKind("outline") { reader, node throws(ContentError) in
    let path = try reader.existingPath(node.value, named: "outline")
    return reader.reference(to: .outline(path: path), node)
  }

  static let command = SceneNodeKind("command", maps: [.command]) {
    reader,
    node throws(ContentError) in
    reader.reference(to: .command(try reader.command(node.value)), node)
  }
}

extension SceneMap {
  static let command = SceneMap(
    "command",
    "a command",
    CommandLine.Kind.allCases.map(\.name) + ["directory"]
  )
}

/// Reads nodes that refer to content outside the file.
extension SceneReader {
  /// Records a reference; returns its placeholder.
  fileprivate mutating func reference(
    to content: ContentSpec,
    _ node: SceneNode
  ) -> SessionContent {
    references.append(
      ParsedScene.Reference(
        content: content,
        title: node.title,
        isPageOfStack: node.isPageOfStack
      )
    )
    return ParsedScene.Reference.placeholder(references.count - 1)
  }

  fileprivate func command(_ value: YAMLValue) throws(ContentError) -> CommandLine {
    if value.text != nil {
      return CommandLine(.shell, [try argument(value, named: "command")], in: source.path.directory)
    }
    let fields = try SceneFields(value, .command, in: source)
    let kinds = CommandLine.Kind.allCases.filter { fields[$0.name] != nil }
    guard let kind = kinds.first, kinds.count == 1 else {
      let names = CommandLine.Kind.allCases.map(\.name).joined(separator: ", ")
      throw fields.fault("a command is one of \(names): give it one of them")
    }
    var command = CommandLine(kind, try arguments(of: fields, kind), in: source.path.directory)
    if let place = fields["directory"] {
      command.directory = try existingPath(place, named: "directory")
    }
    return command
  }

  private func arguments(
    of fields: SceneFields,
    _ kind: CommandLine.Kind
  ) throws(ContentError) -> [String] {
    let key = kind.name
    let value = try fields.required(key)
    guard let items = value.items, kind != .shell else {
      return [try argument(value, named: key)]
    }
    guard items.count <= CommandLine.mostArguments else {
      throw fields.fault(
        "there are \(items.count) arguments: give at most \(CommandLine.mostArguments)",
        at: key
      )
    }
    var arguments: [String] = []
    for value in items { arguments.append(try argument(value, named: key)) }
    return arguments
  }

  private func argument(_ value: YAMLValue, named key: String) throws(ContentError) -> String {
    let text = try source.text(value, named: key)
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw source.fault("'\(key)' says nothing: write what is to be run", at: value.mark)
    }
    return text
  }
}
