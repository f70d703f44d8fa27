/// The contents of the files.
extension Scaffold {
  var scene: String {
    """
    # \(name): a scene of navd. Show it with
    #
    #   navclient --session \(name) --open \(Self.sceneName)
    #
    # and change this file while it is shown: it is read again when you save it.
    # `navclient lint \(Self.sceneName)` tells what is wrong with it.
    #
    # A node is a map with one content: text, file, deck, tree, docs, outline, command, list, board, pager,
    # book, options, stack or tabs. Any of them may have a title. Paths begin where this file is.

    title: \(quoted(name))
    tabs:
      items:
        # A deck of slides, from its own file.
        - title: Talk
          icon: "▭"
          badge: 3
          badge_role: notice            # neutral, notice, success, warning or alert
          content:
            deck: \(Self.deckName)

        # Lists in a stack: what an entry opens comes in from the right.
        - title: Plan
          icon: "▤"
          content:
            stack:
              root:
                title: Plan
                list:
                  entries:
                    - label: Notes
                      detail: a page from a file
                      open: {file: \(Self.pageName)}
                    - label: This directory
                      detail: read when it is opened
                      open: {tree: .}
                  sections:
                    - title: Later
                      entries:
                        - label: Ideas
                          open:
                            title: Ideas
                            list: {entries: [An entry that opens nothing, Another one]}
                  notes:
                    - Right opens, Left goes back.

        # Pages one after the other, below buttons that choose among them.
        - title: Pages
          icon: "◫"
          content:
            pager:
              transition: slide         # slide, curl or none
              header: buttons           # buttons, arrows, segments or options
              pages:
                - title: One
                  text: |
                    # One

                    Text is Markdown, also here.
                - title: Two
                  text: |
                    # Two

                    - with lists
                    - and **emphasis**

        # What a program prints. Take the marks away to try it: the daemon runs it as its own user.
        # - title: Log
        #   content:
        #     command: {git_log: [--all]}

      # Below the content of every tab; an item at the bottom of the tabs shows and hides it.
      attachment: |
        # Help

        Tab goes to the next tab, ? shows all keys, q leaves.
      attachment_shown: false

    """
  }

  var deck: String {
    """
    ---
    title: \(quoted(name))
    transition: slide
    ---

    # \(name)

    A slide ends at a line of hyphens.

    ---

    # What a slide can hold

    - lists, **emphasis**, `code` and [links](https://commonmark.org)
    - tables and quotes

    | Part  | Minutes |
    | :---- | ------: |
    | Story |      12 |
    | Demo  |       5 |

    ---

    # Code

    ```sh
    navclient lint \(Self.deckName)
    ```

    """
  }

  var page: String {
    """
    # Notes

    This page is a file: \(Self.pageName). What is saved in it shows at once.

    """
  }

  /// Returns a text as a YAML string; a session name contains nothing to escape.
  private func quoted(_ text: String) -> String { "\"\(text)\"" }
}
