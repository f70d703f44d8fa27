import Glibc
import NavBase

/// Converts the YAML of a scene file into content.
struct SceneReader {
  let source: SceneSource
  let limits: SceneFile.Limits
  /// The content outside the file that its nodes refer to.
  var references: [ParsedScene.Reference] = []
  var boards: [SceneBoard] = []
  private var valuesRead = 0
  private var filesRead = 0
  private var fileBytesRead = 0

  init(_ source: SceneSource, limits: SceneFile.Limits) {
    self.source = source
    self.limits = limits
  }

  /// Counts the values below a node; throws at the limits of values and depth.
  mutating func count(_ value: YAMLValue, depth: Int) throws(ContentError) {
    valuesRead += 1
    guard valuesRead <= limits.values else {
      throw source.fault("there are more than \(limits.values) values: split it", at: value.mark)
    }
    // A level of nodes is up to four levels of YAML: a map, an inner map, a sequence, and an entry.
    guard depth <= limits.depth * 4 else { throw tooDeep(value) }
    switch value.content {
    case .map(let entries):
      for entry in entries {
        try count(entry.key, depth: depth + 1)
        try count(entry.value, depth: depth + 1)
      }
    case .sequence(let items):
      for inner in items { try count(inner, depth: depth + 1) }
    case .scalar: break
    }
  }

  private func tooDeep(_ value: YAMLValue) -> ContentError {
    source.fault(
      "nodes lie more than \(limits.depth) deep in one another: take some out",
      at: value.mark
    )
  }

  // MARK: Nodes

  /// Reads a node.
  ///
  /// - Parameters:
  ///   - value: the YAML node.
  ///   - depth: the nesting depth of the node, from 1.
  ///   - name: the title to use if the node has none.
  /// - Returns: the content of the node.
  /// - Throws: a fault if the node is invalid or exceeds a limit.
  mutating func content(
    of value: YAMLValue,
    depth: Int,
    name: String
  ) throws(ContentError) -> SessionContent {
    try read(value, depth: depth, name: name, isPageOfStack: false).content
  }

  /// Reads the nodes of a sequence, one level deeper; they are named by their number.
  mutating func contents(
    of values: [YAMLValue],
    in node: SceneNode,
    title: String
  ) throws(ContentError) -> [SessionContent] {
    var contents: [SessionContent] = []
    for (index, value) in values.enumerated() {
      let content = try tolerating { reader throws(ContentError) in
        try reader.content(of: value, depth: node.depth + 1, name: "\(title) \(index + 1)")
      }
      if let content { contents.append(content) }
    }
    return contents
  }

  /// Reads a node, which may have the size of a page of a stack if it is one.
  mutating func read(
    _ value: YAMLValue,
    depth: Int,
    name: String,
    isPageOfStack: Bool
  ) throws(ContentError) -> (node: SceneNode, content: SessionContent) {
    guard depth <= limits.depth else { throw tooDeep(value) }
    let fields = try SceneFields(value, .node, in: source)
    let kind = try kind(of: fields)
    if !isPageOfStack, fields["size"] != nil {
      let fault = fields.fault(
        "only a page of a stack has a 'size', its root or what an entry opens: take it away",
        at: "size"
      )
      try source.report(fault)
    }
    let node = SceneNode(
      kind: kind,
      fields: fields,
      value: try fields.required(kind.name),
      title: try fields.line("title"),
      name: name,
      depth: depth,
      isPageOfStack: isPageOfStack
    )
    if kind.name != SceneNodeKind.tree.name,
      let strange = SceneMap.orderKeys.first(where: { fields[$0] != nil })
    {
      try source.report(
        fields.fault("only a tree has '\(strange)': take it away, or show a directory", at: strange)
      )
    }
    var content = try kind.read(&self, node)
    if let insets = try insets(of: node) { content.updateRows { $0.insets = insets } }
    if let switches = try scrolling(of: node) {
      if kind.hasInsets { content.updateRows { $0.scrolling = switches } }
      // The rows of a list are those of its page: the stack around it is described by a node of its own.
      if kind.name != SceneNodeKind.list.name { content.setScrolling(switches) }
    }
    return (node, content)
  }

  private func kind(of fields: SceneFields) throws(ContentError) -> SceneNodeKind {
    let kinds = SceneNodeKind.all.filter { fields[$0.name] != nil }
    if let kind = kinds.first, kinds.count == 1 { return kind }
    // The unknown key probably is the misspelt kind.
    if kinds.isEmpty, let told = fields.strangeKey { throw told }
    let names = SceneKeys.contents.joined(separator: ", ")
    throw fields.fault(
      kinds.isEmpty
        ? "a node without content: give it one of \(names)"
        : "a node has one content and this has \(kinds.count): keep one of "
          + kinds.map(\.name).joined(separator: ", ")
    )
  }

  // MARK: Files

  /// Returns a path, resolved relative to the directory of the scene file.
  func filePath(_ value: YAMLValue, named key: String) throws(ContentError) -> String {
    let text = try source.text(value, named: key)
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw source.fault("'\(key)' names nothing: give a path", at: value.mark)
    }
    return text.hasPrefix("/") ? text : source.path.pathBeforeName + text
  }

  /// Returns a path that is read later; reports it if nothing exists there and all faults are
  /// wanted.
  func existingPath(_ value: YAMLValue, named key: String) throws(ContentError) -> String {
    let path = try filePath(value, named: key)
    guard source.log != nil, !isAnything(at: path) else { return path }
    try source.report(
      source.fault(
        "\(path) is not there: correct the path, or put something there",
        at: value.mark
      )
    )
    return path
  }

  /// Returns the text of a file.
  mutating func read(_ path: String, at value: YAMLValue) throws(ContentError) -> String {
    DecodedText(try bytes(of: path, at: value)).text
  }

  mutating func bytes(of path: String, at value: YAMLValue) throws(ContentError) -> [UInt8] {
    filesRead += 1
    guard filesRead <= limits.files else {
      throw source.fault("more than \(limits.files) files are named: name fewer", at: value.mark)
    }
    let bytes: [UInt8]
    do {
      bytes = try RegularFile.read(path: path, limit: deckByteLimit)
    } catch {
      if case .notPermitted = error, source.log == nil { throw error }
      throw source.fault("\(error)", at: value.mark)
    }
    fileBytesRead += bytes.count
    guard fileBytesRead <= limits.fileBytes else {
      throw source.fault(
        "the files that are named have more than \(limits.fileBytes >> 20) MiB: name fewer",
        at: value.mark
      )
    }
    return bytes
  }
}

/// Whether anything exists at a path, or that can't be determined.
private func isAnything(at path: String) -> Bool {
  guard ReadingRoot.admits(path.utf8) else { return false }
  var status = stat()
  return stat(path.utf8.terminated, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
}
