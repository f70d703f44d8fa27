import Foundation

/// An argument parser's description of a program: the parts of its JSON that a manual needs.
struct HelpDump: Decodable {
  let command: Command

  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let subcommands: [Command]?
    let arguments: [Argument]?
    let shouldDisplay: Bool?
  }

  struct Argument: Decodable, Hashable {
    let kind: String
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
  }

  struct Name: Decodable, Hashable {
    let kind: String
    let name: String

    /// The name as typed.
    var typed: String { kind == "short" ? "-\(name)" : "--\(name)" }
  }

  init(_ json: String) throws {
    self = try JSONDecoder().decode(HelpDump.self, from: Data(json.utf8))
  }
}

extension HelpDump.Command {
  /// The visible subcommands, except the help.
  var shown: [HelpDump.Command] {
    (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
  }

  /// The command's own arguments: those of every command are described once.
  var own: [HelpDump.Argument] {
    (arguments ?? []).filter { argument in
      argument.shouldDisplay
        && !(argument.names ?? []).contains { ["help", "version"].contains($0.name) }
    }
  }
}
