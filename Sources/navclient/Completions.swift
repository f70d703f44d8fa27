import ArgumentParser
import NavSystem

struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Prints a script by which a shell completes navclient's commands.",
    discussion: """
      bash:  navclient completions bash > ~/.local/share/bash-completion/completions/navclient
      zsh:   navclient completions zsh > ~/.zfunc/_navclient
             with `fpath+=(~/.zfunc)` before `compinit` in ~/.zshrc
      fish:  navclient completions fish > ~/.config/fish/completions/navclient.fish

      New shells use it. Make the directory first where it is missing. Names of sessions come from navd.
      """
  )

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
  var shell: Shell

  func run() {
    Console.print(document: script + "\n")
  }

  var script: String {
    switch shell {
    case .bash:
      CompletedCommandLine.completionScript(for: .bash).replacing(
        "# Offer subcommand completions\n",
        with: """
          # Offer paths and subcommand completions
                  __navclient_add_completions -f

          """
      )
    case .zsh:
      CompletedCommandLine.completionScript(for: .zsh)
        .replacing(
          "_describe -V subcommand subcommands && ret=0\n",
          with: "_describe -V subcommand subcommands && ret=0\n        _files && ret=0\n"
        )
        .replacing(
          "\"_navclient_${words[1]}\" && ret=0\n            ;;\n",
          with: """
            "_navclient_${words[1]}" && ret=0
                        ;;
                    *)
                        _files && ret=0
                        ;;

            """
        )
    case .fish:
      CompletedCommandLine.completionScript(for: .fish)
        + """

        complete -c 'navclient' -n '__navclient_should_offer_completions_for_positional "navclient" -ge 1' -F
        """
    }
  }
}

/// The command line as shell completion scripts are generated from it: the default subcommand's options are
/// added to the root command, where the generator would omit them.
///
/// The default subcommand's paths are not added: as arguments of the root command they would prevent the
/// completion of subcommands. The scripts complete paths in addition.
private struct CompletedCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Navclient.configuration.commandName,
    abstract: Navclient.configuration.abstract,
    version: Navclient.configuration.version,
    subcommands: Navclient.configuration.subcommands
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption
  @OptionGroup var content: NamedContent
  @OptionGroup var directories: DirectoryOptions
  @OptionGroup var programs: ProgramOptions
  @OptionGroup var viewer: ViewerArguments
  @OptionGroup var plain: PlainSize
  @OptionGroup var readOnly: ReadOnlyFlag
}
