"""What a table is: commands, the log, decisions and the state they lead to. Nothing here waits, stores or sends."""
