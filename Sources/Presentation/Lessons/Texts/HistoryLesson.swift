extension LessonTexts {
  static let history = #"""
    // lesson history: Undo and history
    // Each statement that changes records is saved when it ends, all of it or nothing. `undo` takes the last one back,
    // `redo` makes it again, and `history` tells what was saved, with old values and new ones.
    //
    // After `begin` changes wait: they are seen by what you ask, and `changes` lists them, but nobody else sees them
    // before `save`. `rollback` gives them up.
    //
    // In this demo the limit of the budget "Car" has been changed before you came.
    //
    // setup: update Budget where name == "Car" set limit = 550
    //
    // task: Raise the limit of the budget "Rent" to 1600.
    // hint: `update Budget where … set …`
    // hint: Which one is `name == "Rent"`, and what is set is `limit = 1600`.
    // done: An update of all records needs the word `all`, so that none is changed by oversight.
    update Budget where name == "Rent" set limit = 1600
    // check: fetch Budget where name == "Rent" select limit
    // check: fetch Budget where name != "Rent" select name, limit
    // check: changes
    // also: update Budget#4 set limit += 150
    // wrong: update Budget where name == "Rent" set limit += 1600
    // because: `+=` adds to what is there. `undo` takes it back.
    // wrong: update all Budget set limit = 1600
    // because: This has changed all budgets. `undo` takes it back; `where` says which one is meant.
    // wrong: begin; update Budget where name == "Rent" set limit = 1600
    // because: The limit is right, and waits since `begin`: `save` ends that.

    // task: Ask the history what was saved of budgets that are called "Rent".
    // hint: `history` takes a model and a condition, as `fetch` does.
    // done: `history Budget#4` asks for one record, `history since today` for a time. In a file of Martlet's own the
    // history is kept with the records.
    history Budget where name == "Rent"
    // also: history Budget#4
    // wrong: history
    // because: This is the history of all records. A model and a condition behind it say of which.

    // task: Take back what was changed, until the limit of "Rent" is 1450 again.
    // hint: One word takes back the last statement, the same word again the one before it.
    // done: `undo` is a change too, and the history tells of it. It is refused where somebody else has changed the record
    // meanwhile.
    undo
    // check: fetch Budget where name == "Rent" select limit
    // also: update Budget where name == "Rent" set limit = 1450

    // task: Set the limits of all budgets to 1, in such a way that the changes wait to be saved.
    // hint: `begin` comes first.
    // hint: Then `update all Budget set …`
    // done: `fetch Budget` would show limits of 1 by now, to you and nobody else.
    begin
    update all Budget set limit = 1
    // check: changes
    // check: fetch Budget select limit
    // wrong: update all Budget set limit = 1
    // because: That is saved already. `undo` takes it back; `begin` comes before the update.

    // task: Have a look at the changes that wait, and then give them up.
    // hint: `changes` lists them.
    // hint: `rollback` gives them up.
    // done: All limits are as before. With `autosave off` changes wait until `save` without a `begin`.
    changes
    rollback
    // check: changes
    // check: fetch Budget select limit
    // wrong: save
    // because: They are saved now. `undo` takes them back.
    """#
}
