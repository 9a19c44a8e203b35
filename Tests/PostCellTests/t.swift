import PostCell
