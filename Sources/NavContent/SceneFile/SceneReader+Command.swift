import NavText
import Yams

/// Reads commands.
extension SceneReader {
  func command(_ value: Node) throws(ContentError) -> SceneCommand {
    if case .scalar = value {
      return SceneCommand(
        kind: .shell,
        arguments: [try argument(value, named: "command")],
        directory: directory
      )
    }
    let fields = try SceneFields(value, of: "a command", keys: SceneKeys.command, in: source)
    let kinds = SceneCommand.Kind.allCases.filter { fields[$0.rawValue] != nil }
    guard let kind = kinds.first, kinds.count == 1 else {
      let names = SceneCommand.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw fields.fault("a command is one of \(names): give it one of them")
    }
    var command = SceneCommand(
      kind: kind,
      arguments: try arguments(of: fields, kind),
      directory: directory
    )
    if let place = fields["directory"] {
      command.directory = try existingPath(place, named: "directory")
    }
    return command
  }

  private func arguments(
    of fields: SceneFields,
    _ kind: SceneCommand.Kind
  ) throws(ContentError) -> [String] {
    let key = kind.rawValue
    let value = try fields.required(key)
    guard case .sequence(let sequence) = value, kind != .shell else {
      return [try argument(value, named: key)]
    }
    guard sequence.count <= SceneCommand.mostArguments else {
      throw fields.fault(
        "there are \(sequence.count) arguments: give at most \(SceneCommand.mostArguments)",
        at: key
      )
    }
    var arguments: [String] = []
    for value in sequence { arguments.append(try argument(value, named: key)) }
    return arguments
  }

  private func argument(_ value: Node, named key: String) throws(ContentError) -> String {
    let text = try source.text(value, named: key)
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw source.fault("'\(key)' says nothing: write what is to be run", at: value.mark)
    }
    return text
  }

  /// The directory of the scene file.
  private var directory: String {
    guard let slash = source.path.lastIndex(of: "/") else { return "." }
    return slash == source.path.startIndex ? "/" : String(source.path[..<slash])
  }
}
