import NavBase
package import NavScene

extension SceneBuilder {
  /// Adds the pointers and the mark as children of the pages that they are on; those on pages that are not shown, or at
  /// places that no row shows, are left out.
  ///
  /// They do not move by themselves, but with their pages.
  ///
  /// - Parameters:
  ///   - pointing: the pointers and the mark.
  ///   - body: returns the rows of a page; nil if it is not shown.
  package mutating func add(_ pointing: Pointing, in body: (ContainerID) -> (any PageBody)?) {
    if let mark = pointing.mark, let body = body(mark.place.page),
      let cells = body.cells(showing: mark.place.place)
    {
      let last = mark.isPart ? body.cells(showing: mark.place.end) : nil
      add(on: mark.place.page) { page in
        var container = Container(
          id: .mark,
          kind: .mark,
          parent: page.id,
          frame: CellRect(
            x: page.content.x,
            y: page.content.y + cells.rows.lowerBound,
            width: page.content.width,
            height: cells.rows.count
          )
        )
        container.title = mark.text
        if let last {
          container.markStart = cells.columns.lowerBound
          container.markLength = last.columns.upperBound
        }
        return container
      }
    }
    for pointer in pointing.pointers {
      let (page, place) = (pointer.place.page, pointer.place.place)
      guard let cells = body(page)?.cells(showing: place) else { continue }
      add(on: page) { page in
        var container = Container(
          id: .pointer(pointer.slot),
          kind: .pointer,
          parent: page.id,
          frame: CellRect(
            x: page.content.x + cells.columns.lowerBound,
            y: page.content.y + cells.rows.lowerBound,
            width: cells.columns.count,
            height: 1
          )
        )
        container.title = pointer.name
        container.selection = pointer.slot % Pointing.colors
        return container
      }
    }
  }

  private mutating func add(on page: ContainerID, _ container: (Container) -> Container) {
    add(
      from: start.first { $0.id == page }.map(container),
      to: end.first { $0.id == page }.map(container)
    )
  }
}
