// About
