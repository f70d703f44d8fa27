import Foundation

/// What an argument parser says of a program: the parts of its JSON that a manual needs.
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

  struct Argument: Decodable {
    let kind: String
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
  }

  struct Name: Decodable {
    let kind: String
    let name: String

    /// As it is typed.
    var typed: String { kind == "short" ? "-\(name)" : "--\(name)" }
  }

  init(_ json: String) throws {
    self = try JSONDecoder().decode(HelpDump.self, from: Data(json.utf8))
  }
}

extension HelpDump.Command {
  /// The subcommands that people see; that of the help says nothing that is not said of all.
  var shown: [HelpDump.Command] {
    (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
  }

  /// The arguments that are a command's own: those of every command are told once.
  var own: [HelpDump.Argument] {
    (arguments ?? []).filter { argument in
      argument.shouldDisplay
        && !(argument.names ?? []).contains { ["help", "version"].contains($0.name) }
    }
  }
}
