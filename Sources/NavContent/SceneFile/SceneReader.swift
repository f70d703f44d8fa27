import Glibc
import NavCommands
import NavModel
import NavText
import Yams

/// Converts the YAML of a scene file into nodes.
struct SceneReader {
  let source: SceneSource
  let limits: SceneFile.Limits
  private var valuesRead = 0
  private var filesRead = 0
  private var fileBytesRead = 0

  init(_ source: SceneSource, limits: SceneFile.Limits) {
    self.source = source
    self.limits = limits
  }

  /// Counts the values below a node; throws at the limits of values and depth.
  mutating func count(_ value: Node, depth: Int) throws(ContentError) {
    valuesRead += 1
    guard valuesRead <= limits.values else {
      throw source.fault("there are more than \(limits.values) values: split it", at: value.mark)
    }
    // A level of nodes is up to four levels of YAML: a map, an inner map, a sequence, and an entry.
    guard depth <= limits.depth * 4 else { throw tooDeep(value) }
    switch value {
    case .mapping(let mapping):
      for (key, inner) in mapping {
        try count(key, depth: depth + 1)
        try count(inner, depth: depth + 1)
      }
    case .sequence(let sequence):
      for inner in sequence { try count(inner, depth: depth + 1) }
    case .scalar, .alias: break
    }
  }

  private func tooDeep(_ value: Node) -> ContentError {
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
  ///   - isPageOfStack: whether the node may have a page size.
  /// - Returns: the node.
  /// - Throws: a fault if the node is invalid or exceeds a limit.
  mutating func node(
    _ value: Node,
    depth: Int,
    name: String,
    isPageOfStack: Bool = false
  ) throws(ContentError) -> SceneNode {
    guard depth <= limits.depth else { throw tooDeep(value) }
    let fields = try SceneFields(value, of: "a node", keys: SceneKeys.node, in: source)
    let kinds = SceneNodeKind.allCases.filter { fields[$0.rawValue] != nil }
    guard let kind = kinds.first, kinds.count == 1 else {
      // The unknown key probably is the misspelt kind.
      if kinds.isEmpty, let told = fields.strangeKey { throw told }
      let names = SceneNodeKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw fields.fault(
        kinds.isEmpty
          ? "a node without content: give it one of \(names)"
          : "a node has one content and this has \(kinds.count): keep one of "
            + kinds.map(\.rawValue).joined(separator: ", ")
      )
    }
    if !isPageOfStack, fields["size"] != nil {
      let fault = fields.fault(
        "only a page of a stack has a 'size', its root or what an entry opens: take it away",
        at: "size"
      )
      try source.report(fault)
    }
    let content = try node(fields, kind, depth: depth, name: name)
    return try insets(of: fields, kind).map { .inset(content, by: $0) } ?? content
  }

  /// Reads a page of a stack and its page size.
  mutating func pageOfStack(
    _ value: Node,
    depth: Int,
    name: String
  ) throws(ContentError) -> (node: SceneNode, size: StackPageSize?) {
    let node = try node(value, depth: depth, name: name, isPageOfStack: true)
    let fields = try SceneFields(value, of: "a node", keys: SceneKeys.node, in: source)
    return (node, try fields.choice("size", \.name))
  }

  private mutating func node(
    _ fields: SceneFields,
    _ kind: SceneNodeKind,
    depth: Int,
    name: String
  ) throws(ContentError) -> SceneNode {
    let key = kind.rawValue
    let title = try fields.line("title")
    let content = try fields.required(key)
    if kind != .tree, let strange = SceneKeys.order.first(where: { fields[$0] != nil }) {
      try source.report(
        fields.fault("only a tree has '\(strange)': take it away, or show a directory", at: strange)
      )
    }
    switch kind {
    case .text: return page(title, try source.text(content, named: key), name: name)
    case .file:
      let path = try filePath(content, named: key)
      guard ContentSource.isDeck(name: path) else {
        return .page(title: title ?? fileName(of: path), try lines(of: path, at: content))
      }
      let text = try read(path, at: content)
      return MarkdownPictures.of(path) { page(title, text, name: path.fileStem) }
    case .deck: return .pager(try deck(content, title: title))
    case .tree:
      let order = TreeOrder(
        showsHidden: try fields.flag("hidden") ?? false,
        sort: try fields.choice("sort") ?? .name
      )
      return .tree(title: title, path: try existingPath(content, named: key), order: order)
    case .docs: return .docs(title: title, path: try existingPath(content, named: key))
    case .outline: return .outline(title: title, path: try existingPath(content, named: key))
    case .command: return .command(title: title, try command(content))
    case .list: return .list(try list(content, title: title ?? name, depth: depth))
    case .board: return .board(try board(content, title: title ?? name))
    case .pager: return .pager(try pager(content, title: title ?? name, depth: depth))
    case .book: return .pager(try book(content, title: title, name: name, depth: depth))
    case .options: return .pager(try options(content, title: title ?? name, depth: depth))
    case .stack:
      let stack = try SceneFields(content, of: "a stack", keys: SceneKeys.stack, in: source)
      let title = try stack.line("title") ?? title ?? name
      let root = try pageOfStack(stack.required("root"), depth: depth + 1, name: title)
      return .stack(root: root.node, size: root.size)
    case .tabs: return .tabs(try tabs(content, title: title ?? name, depth: depth))
    case .split: return .split(try split(content, title: title ?? name, depth: depth))
    }
  }

  // MARK: Files

  /// Returns a path, resolved relative to the directory of the scene file.
  func filePath(_ value: Node, named key: String) throws(ContentError) -> String {
    let text = try source.text(value, named: key)
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw source.fault("'\(key)' names nothing: give a path", at: value.mark)
    }
    if text.hasPrefix("/") { return text }
    guard let slash = source.path.lastIndex(of: "/") else { return text }
    return source.path[...slash] + text
  }

  /// Returns a path that is read later; reports it if nothing exists there and all faults are
  /// wanted.
  func existingPath(_ value: Node, named key: String) throws(ContentError) -> String {
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

  /// Returns the lines of a file that is not Markdown, as code if the language is known from its
  /// name.
  private mutating func lines(
    of path: String,
    at value: Node
  ) throws(ContentError) -> TextDocument {
    guard let preview = FilePreview(whole: try bytes(of: path, at: value)) else {
      throw source.fault("\(path) is no text: name a file of text", at: value.mark)
    }
    let document = preview.document(title: "", path: path, isMarkdown: false)
    guard let language = path.fileLanguage else { return document }
    return TextDocument(
      blocks: document.blocks.map { block in
        guard case .preformatted(let lines) = block else { return block }
        return .code(TextCode(language: language, lines: lines))
      }
    )
  }

  /// Returns the text of a file.
  mutating func read(_ path: String, at value: Node) throws(ContentError) -> String {
    String(decoding: try bytes(of: path, at: value), as: UTF8.self)
  }

  private mutating func bytes(of path: String, at value: Node) throws(ContentError) -> [UInt8] {
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

private func fileName(of path: String) -> String {
  sanitized(path.split(separator: "/").last.map(String.init) ?? path)
}

/// Whether anything exists at a path, or that can't be determined.
private func isAnything(at path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
}
