// PostDetail
