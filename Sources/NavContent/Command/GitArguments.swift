/// What `git` is asked about: revisions, and paths behind `--`.
struct GitArguments: Hashable {
  /// All of them.
  let all: [String]

  /// - Throws: where an option is among them, which would change what is printed.
  init(_ arguments: [String], of command: String) throws(CommandError) {
    let names = arguments.prefix { $0 != "--" }
    if let option = names.first(where: { $0.hasPrefix("-") }) {
      throw CommandError(
        "git \(command): \(option) is an option; give revisions and paths, "
          + "or use a command line: 'git \(command) --color ...'"
      )
    }
    all = arguments.filter { !$0.isEmpty }
  }

  /// Those before the paths.
  var revisions: [String] { Array(all.prefix { $0 != "--" }) }

  /// A call of `git` that prints no colours, runs no program of the repository's and asks nobody.
  static func invocation(
    _ command: String,
    _ arguments: [String],
    in directory: String
  ) -> Invocation {
    var invocation = Invocation(
      ["git", "-c", "color.ui=never", "-c", "core.quotePath=false", command] + arguments,
      directory: directory
    )
    invocation.errors = .apart
    return invocation
  }
}
